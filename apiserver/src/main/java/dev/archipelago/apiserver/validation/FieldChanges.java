package dev.archipelago.apiserver.validation;

import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// What an update may change.
final class FieldChanges {
    private FieldChanges() {}

    /// Complains if anything but the named fields is another than it was.
    static void onlyIn(Cursor object, Cursor old, List<String> changeable, String detail) {
        if (!sameExcept(object, old, changeable)) {
            object.forbidden(detail);
        }
    }

    static boolean sameExcept(Cursor object, Cursor old, List<String> changeable) {
        for (Map.Entry<String, JsonNode> member : object.entries()) {
            String field = member.getKey();
            if (!changeable.contains(field) && !SameValue.of(member.getValue(), old.member(field))) {
                return false;
            }
        }
        for (Map.Entry<String, JsonNode> member : old.entries()) {
            String field = member.getKey();
            if (!changeable.contains(field) && !object.has(field) && !SameValue.of(null, member.getValue())) {
                return false;
            }
        }
        return true;
    }

    static void immutable(Cursor object, Cursor old, String field) {
        MetadataRules.immutable(object.field(field), old.field(field));
    }
}
