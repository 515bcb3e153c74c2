package dev.archipelago.cluster.history;

import dev.archipelago.api.objects.Json;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// The form of templates in ControllerRevisions, byte for byte as Kubernetes writes it: `kubectl rollout undo` compares
/// bytes, and the name of a revision is a hash of them.
public final class RevisionData {
    private static final String HEX = "0123456789abcdef";

    private RevisionData() {}

    /// The data of a revision for a template.
    public static ObjectNode of(ObjectNode template) {
        ObjectNode kept = template.deepCopy();
        kept.put("$patch", "replace");
        complete(kept);
        ObjectNode data = Json.object();
        data.putObject("spec").set("template", kept);
        return data;
    }

    /// Adds fields that Kubernetes always writes, even when empty.
    private static void complete(ObjectNode template) {
        if (template.get("metadata") instanceof ObjectNode metadata) {
            metadata.remove("creationTimestamp");
        } else {
            template.putObject("metadata");
        }
        for (String list : new String[] {"initContainers", "containers"}) {
            for (JsonNode container : template.path("spec").path(list)) {
                if (container instanceof ObjectNode object && !object.hasNonNull("resources")) {
                    object.putObject("resources");
                }
            }
        }
    }

    /// A copy of the template in a revision.
    public static ObjectNode template(JsonNode data) {
        ObjectNode template = (ObjectNode) data.path("spec").path("template").deepCopy();
        template.remove("$patch");
        return template;
    }

    /// Compact JSON with sorted keys.
    public static String canonical(JsonNode json) {
        StringBuilder text = new StringBuilder(1024);
        write(json, text);
        return text.toString();
    }

    private static void write(JsonNode json, StringBuilder text) {
        switch (json) {
            case ObjectNode object -> {
                TreeMap<String, JsonNode> sorted = new TreeMap<>();
                object.properties().forEach(field -> sorted.put(field.getKey(), field.getValue()));
                char separator = '{';
                for (var field : sorted.entrySet()) {
                    text.append(separator);
                    quote(field.getKey(), text);
                    text.append(':');
                    write(field.getValue(), text);
                    separator = ',';
                }
                text.append(sorted.isEmpty() ? "{}" : "}");
            }
            case ArrayNode array -> {
                char separator = '[';
                for (JsonNode element : array) {
                    text.append(separator);
                    write(element, text);
                    separator = ',';
                }
                text.append(array.isEmpty() ? "[]" : "]");
            }
            default -> {
                if (json.isString()) {
                    quote(json.asString(), text);
                } else {
                    text.append(json);
                }
            }
        }
    }

    private static void quote(String value, StringBuilder text) {
        text.append('"');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            switch (c) {
                case '"', '\\' -> text.append('\\').append(c);
                case '\n' -> text.append("\\n");
                case '\r' -> text.append("\\r");
                case '\t' -> text.append("\\t");
                case '\b' -> text.append("\\b");
                case '\f' -> text.append("\\f");
                default -> {
                    if (c < ' ' || c == '<' || c == '>' || c == '&' || c == 0x2028 || c == 0x2029) {
                        escape(c, text);
                    } else {
                        text.append(c);
                    }
                }
            }
        }
        text.append('"');
    }

    private static void escape(char c, StringBuilder text) {
        text.append("\\u");
        for (int shift = 12; shift >= 0; shift -= 4) {
            text.append(HEX.charAt((c >> shift) & 0xf));
        }
    }

    /// The suffix of a revision's name: FNV-1 over the data and the number of collisions.
    public static String hash(String data, int collisions) {
        int hash = 0x811c9dc5;
        for (byte b : (data + collisions).getBytes(java.nio.charset.StandardCharsets.UTF_8)) {
            hash *= 0x01000193;
            hash ^= b & 0xff;
        }
        return NameHash.spelled(hash);
    }

    /// Whether two revisions are equivalent; null and empty values do not count.
    public static boolean meanTheSame(JsonNode one, JsonNode other) {
        return canonical(stripped(one.deepCopy())).equals(canonical(stripped(other.deepCopy())));
    }

    private static JsonNode stripped(JsonNode json) {
        if (json instanceof ObjectNode object) {
            object.properties().forEach(field -> stripped(field.getValue()));
            object.removeIf(value -> value.isNull() || (value.isObject() && value.isEmpty()));
        } else {
            json.forEach(RevisionData::stripped);
        }
        return json;
    }
}
