package dev.archipelago.model.kinds;

import dev.archipelago.model.schema.Field;
import dev.archipelago.model.schema.Field.PatchStrategy;
import dev.archipelago.model.schema.Schema;
import dev.archipelago.model.schema.Struct;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reads the types that the build wrote. A line without indent starts a type, `name` or `name<TAB>atomic`; its fields
/// follow as `<TAB>name<TAB>shape<TAB>attributes`. Attributes are words: `required`, `merge`, `replace`, `retainKeys`
/// and `key=…`, the merge key.
final class TypeTable {
    private final String text;
    private final Map<String, Struct> types = new LinkedHashMap<>();
    private final ShapeReader shapes = new ShapeReader(types);

    private TypeTable(String text) {
        this.text = text;
    }

    static Map<String, Struct> load(String resource) {
        return parse(TextResource.read(resource));
    }

    static Map<String, Struct> parse(String text) {
        TypeTable table = new TypeTable(text);
        table.declareTypes();
        table.readFields();
        return Collections.unmodifiableMap(table.types);
    }

    /// Types refer to each other in any order, so all of them exist before the first field is read.
    private void declareTypes() {
        for (int start = 0; start < text.length(); ) {
            int end = lineEnd(start);
            char first = text.charAt(start);
            if (first != '\t' && first != '#') {
                int tab = text.indexOf('\t', start);
                boolean atomic = tab >= 0 && tab < end;
                String name = text.substring(start, atomic ? tab : end);
                types.put(name, new Struct(name, atomic, false));
            }
            start = end + 1;
        }
    }

    private void readFields() {
        Struct struct = null;
        for (int start = 0; start < text.length(); ) {
            int end = lineEnd(start);
            char first = text.charAt(start);
            if (first == '\t' && struct != null) {
                struct.add(field(start + 1, end));
            } else if (first != '#') {
                int tab = text.indexOf('\t', start);
                struct = types.get(text.substring(start, tab >= 0 && tab < end ? tab : end));
            }
            start = end + 1;
        }
    }

    private int lineEnd(int start) {
        int end = text.indexOf('\n', start);
        return end < 0 ? text.length() : end;
    }

    private Field field(int start, int end) {
        int nameEnd = text.indexOf('\t', start);
        int shapeEnd = text.indexOf('\t', nameEnd + 1);
        boolean plain = shapeEnd < 0 || shapeEnd > end;
        Schema schema = shapes.read(text.substring(nameEnd + 1, plain ? end : shapeEnd));
        String name = text.substring(start, nameEnd);
        return plain
                ? new Field(name, schema, false, Set.of(), null)
                : field(name, schema, text.substring(shapeEnd + 1, end));
    }

    private static Field field(String name, Schema schema, String attributes) {
        boolean required = false;
        Set<PatchStrategy> strategies = EnumSet.noneOf(PatchStrategy.class);
        @Nullable String mergeKey = null;
        for (String word : attributes.split(" ")) {
            switch (word) {
                case "required" -> required = true;
                case "merge" -> strategies.add(PatchStrategy.MERGE);
                case "replace" -> strategies.add(PatchStrategy.REPLACE);
                case "retainKeys" -> strategies.add(PatchStrategy.RETAIN_KEYS);
                default -> mergeKey = word.substring("key=".length());
            }
        }
        return new Field(name, schema, required, strategies, mergeKey);
    }
}
