package dev.archipelago.api.selector;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.Reason;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.JsonNode;

/// Reads the attributes of objects from their serialised form, without building a tree: what is not wanted is
/// skipped, and reading ends with the last wanted thing. Immutable, made once per kind or query and used for every
/// object.
final class AttributeReader {
    private static final JsonFactory JSON = JsonFactory.builder()
            .disable(TokenStreamFactory.Feature.CANONICALIZE_PROPERTY_NAMES) // why: objects.Json
            .build();
    private static final List<String> LABELS = List.of("metadata", "labels");

    private final WantedPath wanted = new WantedPath();
    private final List<SelectableField> fields;
    private final int[][] slots;
    private final int size;
    private final boolean withLabels;
    private final int hash;

    AttributeReader(Collection<SelectableField> fields, boolean withLabels) {
        this.fields = List.copyOf(fields);
        this.withLabels = withLabels;
        hash = Objects.hash(this.fields, withLabels);
        slots = new int[fields.size()][];
        int next = 0;
        for (int i = 0; i < slots.length; i++) {
            List<List<String>> paths = this.fields.get(i).paths();
            slots[i] = new int[paths.size()];
            for (int j = 0; j < slots[i].length; j++) {
                WantedPath node = wanted.descend(paths.get(j));
                if (node.slot < 0) {
                    node.slot = next++;
                }
                slots[i][j] = node.slot;
            }
        }
        size = next;
        if (withLabels) {
            wanted.descend(LABELS).labels = true;
        }
    }

    public ObjectAttributes read(byte[] json) {
        return read(json, 0, json.length);
    }

    public ObjectAttributes read(byte[] json, int offset, int length) {
        Values values = new Values(size);
        if (!wanted.isLeaf()) {
            try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), json, offset, length)) {
                parser.nextToken();
                readValue(parser, wanted, values, true);
            } catch (JacksonException e) {
                throw new ApiException(
                        Reason.INTERNAL_ERROR, "stored object cannot be read: " + e.getOriginalMessage());
            }
        }
        return attributes(values);
    }

    private ObjectAttributes attributes(Values values) {
        HashMap<String, String> found = HashMap.newHashMap(fields.size());
        for (int i = 0; i < slots.length; i++) {
            SelectableField field = fields.get(i);
            found.put(field.name(), values.firstOf(slots[i], field.absent()));
        }
        return new ObjectAttributes(values.labels, found);
    }

    /// @param last whether nothing that comes after this value is wanted
    private static void readValue(JsonParser parser, WantedPath node, Values values, boolean last) {
        JsonToken token = parser.currentToken();
        if (node.slot >= 0 && token != null && token.isScalarValue() && token != JsonToken.VALUE_NULL) {
            values.text[node.slot] = parser.getString();
        }
        if (token == JsonToken.START_OBJECT) {
            if (node.labels) {
                readLabels(parser, values);
            } else {
                readMembers(parser, node, values, last);
            }
        } else if (token == JsonToken.START_ARRAY) {
            readFirst(parser, node, values);
        }
    }

    private static void readMembers(JsonParser parser, WantedPath node, Values values, boolean last) {
        int left = node.size();
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            WantedPath child = left == 0 ? null : node.child(parser.currentName());
            parser.nextToken();
            if (child == null) {
                parser.skipChildren();
                continue;
            }
            left--;
            boolean finished = last && left == 0;
            readValue(parser, child, values, finished);
            if (finished) {
                return;
            }
        }
    }

    private static void readFirst(JsonParser parser, WantedPath node, Values values) {
        WantedPath first = node.child("[0]");
        JsonToken token = parser.nextToken();
        if (first != null && token != JsonToken.END_ARRAY) {
            readValue(parser, first, values, false);
            token = parser.nextToken();
        }
        while (token != null && token != JsonToken.END_ARRAY) {
            parser.skipChildren();
            token = parser.nextToken();
        }
    }

    private static void readLabels(JsonParser parser, Values values) {
        HashMap<String, String> labels = new HashMap<>();
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String key = parser.currentName();
            if (parser.nextToken() == JsonToken.VALUE_STRING) {
                labels.put(key, parser.getString());
            } else {
                parser.skipChildren();
            }
        }
        values.labels = labels;
    }

    /// The same from an object that is a tree already.
    public ObjectAttributes read(JsonNode object) {
        Values values = new Values(size);
        for (int i = 0; i < slots.length; i++) {
            for (int j = 0; j < slots[i].length; j++) {
                values.text[slots[i][j]] = text(object, fields.get(i).paths().get(j));
            }
        }
        if (withLabels) {
            HashMap<String, String> labels = new HashMap<>();
            for (Map.Entry<String, JsonNode> label :
                    object.path("metadata").path("labels").properties()) {
                if (label.getValue().isString()) {
                    labels.put(label.getKey(), label.getValue().stringValue());
                }
            }
            values.labels = labels;
        }
        return attributes(values);
    }

    private static @Nullable String text(JsonNode object, List<String> path) {
        JsonNode node = object;
        for (String step : path) {
            node = step.equals("[0]") ? node.path(0) : node.path(step);
        }
        return node.isValueNode() && !node.isNull() ? node.asString() : null;
    }

    /// Whether it reads the same things.
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof AttributeReader reader
                && withLabels == reader.withLabels
                && fields.equals(reader.fields);
    }

    @Override
    public int hashCode() {
        return hash;
    }

    private static final class Values {
        final @Nullable String[] text;
        Map<String, String> labels = Map.of();

        Values(int size) {
            text = new String[size];
        }

        String firstOf(int[] candidates, String absent) {
            for (int slot : candidates) {
                String value = text[slot];
                if (value != null && !value.isEmpty()) {
                    return value;
                }
            }
            return absent;
        }
    }
}
