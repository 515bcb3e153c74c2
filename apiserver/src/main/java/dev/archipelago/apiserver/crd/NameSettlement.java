package dev.archipelago.apiserver.crd;

import dev.archipelago.apiserver.crd.CrdConditions.Condition;
import dev.archipelago.apiserver.structural.SchemaText;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Which of the names that a definition asks for it gets. Those it does not get stay as they were.
record NameSettlement(ObjectNode accepted, Condition condition) {

    static NameSettlement of(JsonNode wanted, JsonNode before, TakenNames taken) {
        Draft draft = new Draft(wanted, before);
        draft.settle("plural", "PluralConflict", taken.resources());
        draft.settle("singular", "SingularConflict", taken.resources());
        draft.settleShortNames(taken.resources());
        draft.settle("kind", "KindConflict", taken.kinds());
        draft.settle("listKind", "ListKindConflict", taken.kinds());
        draft.copy("categories", wanted);
        return new NameSettlement(draft.ordered(), draft.condition());
    }

    private static final class Draft {
        private final JsonNode wanted;
        private final JsonNode before;
        private final ObjectNode names = JsonNodeFactory.instance.objectNode();
        private String reason = "";
        private String message = "";

        Draft(JsonNode wanted, JsonNode before) {
            this.wanted = wanted;
            this.before = before;
        }

        void settle(String name, String conflict, Set<String> taken) {
            String asked = Json.text(wanted, name);
            if (asked.equals(Json.text(before, name)) || !taken.contains(asked)) {
                copy(name, wanted);
                return;
            }
            copy(name, before);
            reason = conflict;
            message = inUse(asked);
        }

        void settleShortNames(Set<String> taken) {
            List<String> own = Json.texts(before.path("shortNames"));
            List<String> conflicts = new ArrayList<>();
            for (String asked : Json.texts(wanted.path("shortNames"))) {
                if (!own.contains(asked) && taken.contains(asked)) {
                    conflicts.add(inUse(asked));
                }
            }
            copy("shortNames", conflicts.isEmpty() ? wanted : before);
            if (!conflicts.isEmpty()) {
                reason = "ShortNamesConflict";
                message = conflicts.size() == 1 ? conflicts.getFirst() : "[" + String.join(", ", conflicts) + "]";
            }
        }

        void copy(String name, JsonNode from) {
            JsonNode value = from.get(name);
            if (value != null) {
                names.set(name, value.deepCopy());
            }
        }

        /// As the spec orders them, so that a definition with all its names has them in the same form there and in
        /// its status.
        ObjectNode ordered() {
            ObjectNode ordered = JsonNodeFactory.instance.objectNode();
            for (String name : wanted.propertyNames()) {
                JsonNode value = names.remove(name);
                if (value != null) {
                    ordered.set(name, value);
                }
            }
            ordered.setAll(names);
            return ordered;
        }

        Condition condition() {
            return reason.isEmpty()
                    ? new Condition(CrdConditions.NAMES_ACCEPTED, "True", "NoConflicts", "no conflicts found")
                    : new Condition(CrdConditions.NAMES_ACCEPTED, "False", reason, message);
        }

        private static String inUse(String name) {
            return SchemaText.quoted(name) + " is already in use";
        }
    }
}
