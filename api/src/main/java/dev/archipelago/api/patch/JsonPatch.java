package dev.archipelago.api.patch;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// JSON Patch, RFC 6902, with what Kubernetes allows beyond it: negative indices count from the end of a list, and
/// `replace` of an object member that is not there adds it.
public final class JsonPatch {
    static final int OPERATIONS_MAX = 10_000;

    private JsonPatch() {}

    /// Applies the operations in order and returns the result, which may share subtrees with both arguments.
    ///
    /// @throws ApiException with 400 when the patch is malformed, 413 when it has too many operations, 422 when it
    /// does not apply to the object
    public static ObjectNode apply(ObjectNode current, JsonNode patch) {
        PatchDraft draft = new PatchDraft(current);
        for (Operation operation : parse(patch)) {
            apply(operation, draft);
        }
        return result(draft);
    }

    /// As [#apply], for a patch that is not meant for objects of which a `test` does not hold.
    ///
    /// @return nothing when a test does not hold
    public static Optional<ObjectNode> applyIfTestsHold(ObjectNode current, JsonNode patch) {
        PatchDraft draft = new PatchDraft(current);
        for (Operation operation : parse(patch)) {
            if (operation instanceof Operation.Test test && !draft.holds(test.path(), test.value())) {
                return Optional.empty();
            }
            apply(operation, draft);
        }
        return Optional.of(result(draft));
    }

    private static void apply(Operation operation, PatchDraft draft) {
        switch (operation) {
            case Operation.Add add -> draft.add("add", add.path(), add.value());
            case Operation.Remove remove -> draft.remove("remove", remove.path());
            case Operation.Replace replace -> draft.replace(replace.path(), replace.value());
            case Operation.Move move -> draft.add("move", move.path(), draft.remove("move", move.from()));
            case Operation.Copy copy -> draft.add("copy", copy.path(), draft.copyOf(copy.from()));
            case Operation.Test test -> draft.test(test.path(), test.value());
        }
    }

    private static ObjectNode result(PatchDraft draft) {
        if (draft.root() instanceof ObjectNode result) {
            return result;
        }
        throw PatchDraft.doesNotApply("the result of the patch is not an object");
    }

    private static List<Operation> parse(JsonNode patch) {
        if (!(patch instanceof ArrayNode array)) {
            throw ApiException.badRequest("a JSON patch must be a list of operations");
        }
        if (array.size() > OPERATIONS_MAX) {
            throw new ApiException(
                    Reason.REQUEST_ENTITY_TOO_LARGE,
                    "The allowed maximum operations in a JSON patch is %d, got %d"
                            .formatted(OPERATIONS_MAX, array.size()));
        }
        List<Operation> operations = new ArrayList<>(array.size());
        for (int i = 0; i < array.size(); i++) {
            operations.add(Operation.parse(array.get(i), i));
        }
        return operations;
    }
}
