package dev.archipelago.apiserver.validation;

import dev.archipelago.api.objects.Json;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Whether two values mean the same: a field that is absent equals one that is empty, zero or false, as it does to
/// clients that cannot tell the two apart. Order in lists counts, order in objects does not.
final class SameValue {
    private static final ObjectNode EMPTY = JsonNodeFactory.instance.objectNode();

    private SameValue() {}

    static boolean of(@Nullable JsonNode a, @Nullable JsonNode b) {
        if (Json.identical(a, b)) {
            return true;
        }
        if (a == null || b == null) {
            return isEmpty(a) && isEmpty(b);
        }
        if (a instanceof ObjectNode left && b instanceof ObjectNode right) {
            return within(left, right) && addsNothing(right, left);
        }
        if (a instanceof ArrayNode left && b instanceof ArrayNode right) {
            return elements(left, right);
        }
        if (a.isIntegralNumber() && b.isIntegralNumber()) {
            return a.bigIntegerValue().equals(b.bigIntegerValue());
        }
        return a.equals(b);
    }

    private static boolean within(ObjectNode left, ObjectNode right) {
        for (Map.Entry<String, JsonNode> member : left.properties()) {
            if (!of(member.getValue(), right.get(member.getKey()))) {
                return false;
            }
        }
        return true;
    }

    private static boolean addsNothing(ObjectNode right, ObjectNode left) {
        for (Map.Entry<String, JsonNode> member : right.properties()) {
            if (!left.has(member.getKey()) && !isEmpty(member.getValue())) {
                return false;
            }
        }
        return true;
    }

    private static boolean elements(ArrayNode left, ArrayNode right) {
        if (left.size() != right.size()) {
            return false;
        }
        for (int i = 0; i < left.size(); i++) {
            if (!of(left.get(i), right.get(i))) {
                return false;
            }
        }
        return true;
    }

    private static boolean isEmpty(@Nullable JsonNode value) {
        if (value == null || value.isNull()) {
            return true;
        }
        return switch (value.getNodeType()) {
            case OBJECT -> addsNothing((ObjectNode) value, EMPTY);
            case ARRAY -> value.isEmpty();
            case STRING -> value.stringValue().isEmpty();
            case NUMBER -> value.isIntegralNumber() && value.bigIntegerValue().signum() == 0;
            case BOOLEAN -> !value.booleanValue();
            case NULL, MISSING, POJO, BINARY -> true;
        };
    }
}
