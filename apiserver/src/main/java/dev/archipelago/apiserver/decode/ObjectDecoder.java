package dev.archipelago.apiserver.decode;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.FieldError;
import dev.archipelago.api.objects.Json;
import dev.archipelago.model.kinds.BuiltinKinds;
import dev.archipelago.model.schema.Field;
import dev.archipelago.model.schema.Schema;
import dev.archipelago.model.schema.Schema.ScalarType;
import dev.archipelago.model.schema.Struct;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/// Decodes the objects of one kind. Thread-safe.
///
/// What typed decoding does in Kubernetes is done here on the tree: unknown fields are dropped, a `null` field is an
/// absent field, a `null` in a list or map is the zero value, quantities and times take their canonical form. Empty
/// strings, zeros and empty collections that were sent are kept; defaulting and validation treat an empty string as
/// absent where Kubernetes does.
public final class ObjectDecoder {
    private static final int SUMMARY_BYTES_MAX = 30;

    private static final ObjectNode NOTHING = Json.object();

    /// What all objects have, with anything beside it.
    private static final Struct ANY_OBJECT = anyObject();

    private final String version;
    private final String kind;
    private final Struct type;
    private final FieldPruner pruner;

    /// Drops the fields of an object that its kind does not know.
    public interface FieldPruner {
        /// Drops them, and says what they were: paths such as `spec.replcas`.
        List<String> prune(ObjectNode object);
    }

    /// A decoder for one kind.
    ///
    /// @param version without the group, such as `v1`
    /// @param type the schema of the whole object
    public ObjectDecoder(String version, String kind, Struct type) {
        this(version, kind, type, object -> List.of());
    }

    private ObjectDecoder(String version, String kind, Struct type, FieldPruner pruner) {
        this.version = version;
        this.kind = kind;
        this.type = type;
        this.pruner = pruner;
    }

    /// A decoder for a custom kind. Values of the wrong type are let through: its validation has more to say of them.
    public static ObjectDecoder ofCustom(String version, String kind, FieldPruner pruner) {
        return new ObjectDecoder(version, kind, ANY_OBJECT, pruner);
    }

    private static Struct anyObject() {
        Struct struct = new Struct("", false, true);
        Schema text = new Schema.Scalar(ScalarType.STRING);
        struct.add(new Field("apiVersion", text, false, Set.of(), null));
        struct.add(new Field("kind", text, false, Set.of(), null));
        struct.add(new Field("metadata", BuiltinKinds.type("apis.meta.v1.ObjectMeta"), false, Set.of(), null));
        return struct;
    }

    /// Decodes a request body.
    ///
    /// @throws ApiException with 400 if the bytes are not JSON, or do not fit the kind
    public Decoded decode(byte[] body, FieldValidation validation) {
        JsonTree tree = parse(body);
        StrictErrors strict = new StrictErrors(validation);
        return decode(tree.root(), tree.duplicates(), strict);
    }

    /// Decodes a request body that was not JSON and has become a tree already. Changes the tree.
    ///
    /// @param faults what a strict client minds in the text that the tree was made of
    /// @throws ApiException with 400 if it does not fit the kind
    public Decoded decode(ObjectNode tree, List<String> faults, FieldValidation validation) {
        StrictErrors strict = new StrictErrors(validation);
        faults.forEach(strict::add);
        return decode(tree, List.of(), strict);
    }

    private Decoded decode(ObjectNode tree, List<String> duplicates, StrictErrors strict) {
        try {
            return conform(tree, NOTHING, duplicates, strict);
        } catch (UnfitException e) {
            throw ApiException.badRequest("%s in version \"%s\" cannot be handled as a %s: %s"
                    .formatted(kind, version, kind, e.getMessage()));
        }
    }

    /// Makes a tree that is already there fit the kind. Changes the tree.
    ///
    /// @throws ApiException with 400 if it does not fit
    public Decoded conform(ObjectNode tree, FieldValidation validation) {
        return conformPatched(tree, NOTHING, validation);
    }

    /// As [#conform(ObjectNode, FieldValidation)], for the outcome of a patch.
    ///
    /// @param before the object as it was: subtrees that the patch left alone are known to fit
    public Decoded conformPatched(ObjectNode tree, ObjectNode before, FieldValidation validation) {
        try {
            return conform(tree, before, List.of(), new StrictErrors(validation));
        } catch (UnfitException e) {
            throw ApiException.badRequest(e.getMessage());
        }
    }

    /// As [#conformPatched(ObjectNode, ObjectNode, FieldValidation)], for a strategic merge patch: a value that does
    /// not fit is held against the patch.
    ///
    /// @throws ApiException with 422 if it does not fit, with 400 if only a strict client minds
    public Decoded conformPatched(ObjectNode tree, ObjectNode before, ObjectNode patch, FieldValidation validation) {
        try {
            return conform(tree, before, List.of(), new StrictErrors(validation));
        } catch (UnfitException e) {
            if (e.isStrict()) {
                throw ApiException.badRequest(e.getMessage());
            }
            FieldError error = FieldError.invalid("patch", FieldError.quoted(GoText.print(patch)), e.asPatched());
            throw ApiException.invalid("", "", "", List.of(error));
        }
    }

    /// Parses a body without a look at the schema. Of duplicate keys the last one wins.
    ///
    /// @throws ApiException with 400 if the bytes are not one JSON object
    public JsonTree parse(byte[] body) {
        try {
            return JsonTree.parse(body);
        } catch (UnfitException e) {
            throw ApiException.badRequest(
                    "the object provided is unrecognized (must be of type %s): couldn't get version/kind; json parse error: %s (%s)"
                            .formatted(kind, e.getMessage(), summary(body)));
        }
    }

    private Decoded conform(ObjectNode root, ObjectNode fitting, List<String> duplicates, StrictErrors strict) {
        new Conformer(strict).conform(root, type, fitting);
        pruner.prune(root).forEach(strict::unknownField);
        strict.addDuplicates(duplicates);
        return new Decoded(root, strict.warnings());
    }

    private static String summary(byte[] body) {
        if (body.length == 0) {
            return "<empty>";
        }
        byte[] head = body.length > SUMMARY_BYTES_MAX ? Arrays.copyOf(body, SUMMARY_BYTES_MAX) : body;
        String shown = body[0] == '{'
                ? new String(head, StandardCharsets.UTF_8)
                : HexFormat.of().formatHex(head);
        return body.length > SUMMARY_BYTES_MAX ? shown + " ..." : shown;
    }
}
