package dev.archipelago.model.generator;

import dev.archipelago.model.generator.Tables.MergeRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// One type as it will be written: its model class, corrected and completed by the tables.
final class TypeText {
    private static final String ABSENT = "-";
    private static final String GRANULAR = "granular:";

    private final String name;
    private final boolean atomic;
    private final Map<String, String> fields;
    private final Map<String, String> attributes;

    private TypeText(String name, boolean atomic, Map<String, String> fields, Map<String, String> attributes) {
        this.name = name;
        this.atomic = atomic;
        this.fields = fields;
        this.attributes = attributes;
    }

    static TypeText of(String name, Tables tables) {
        String source = tables.fieldsOf(name);
        Optional<Map<String, String>> known = ModelClasses.fields(source);
        if (known.isEmpty() && tables.shapes(source).isEmpty()) {
            throw new IllegalStateException("nothing says what " + source + " is");
        }
        Map<String, String> shapes = known.orElseGet(TreeMap::new);
        tables.shapes(source).forEach(shapes::putIfAbsent);
        Map<String, String> fields = new TreeMap<>();
        Map<String, String> attributes = new TreeMap<>();
        for (Map.Entry<String, String> entry : shapes.entrySet()) {
            String field = entry.getKey();
            String given = tables.shape(source, field);
            String shape = given == null ? entry.getValue() : given;
            if (!shape.equals(ABSENT)) {
                MergeRow merge = tables.merge(source, field);
                fields.put(field, merged(shape, merge));
                attributes.put(field, attributes(tables.required(source, field), merge));
            }
        }
        MergeRow own = tables.merge(source, Tables.TYPE);
        return new TypeText(name, own != null && own.listType().equals("atomic"), fields, attributes);
    }

    Set<String> fieldNames() {
        return fields.keySet();
    }

    /// The types that fields refer to by name.
    List<String> references() {
        List<String> references = new ArrayList<>();
        for (String shape : fields.values()) {
            String element = shape.substring(Math.max(shape.lastIndexOf(']'), shape.lastIndexOf('}')) + 1);
            if (element.indexOf('.') >= 0) {
                references.add(element.startsWith(GRANULAR) ? element.substring(GRANULAR.length()) : element);
            }
        }
        return references;
    }

    void write(StringBuilder out) {
        out.append(name).append(atomic ? "\tatomic\n" : "\n");
        fields.forEach((field, shape) -> {
            out.append('\t').append(field).append('\t').append(shape);
            String words = attributes.getOrDefault(field, "");
            out.append(words.isEmpty() ? "" : "\t").append(words).append('\n');
        });
    }

    private static String merged(String shape, @Nullable MergeRow merge) {
        if (merge == null || merge.listType().isEmpty()) {
            return shape;
        }
        return switch (shape.charAt(0)) {
            case '[' -> list(merge) + shape.substring(2);
            case '{' -> (merge.listType().equals("atomic") ? "{atomic}" : "{}") + shape.substring(2);
            default -> merge.listType().equals("granular") ? GRANULAR + shape : shape;
        };
    }

    private static String list(MergeRow merge) {
        return switch (merge.listType()) {
            case "atomic" -> "[]";
            case "set" -> "[set]";
            case "map" -> "[" + merge.mapKeys() + "]";
            default -> throw new IllegalStateException("no such list type: " + merge.listType());
        };
    }

    private static String attributes(boolean required, @Nullable MergeRow merge) {
        List<String> words = new ArrayList<>();
        if (required) {
            words.add("required");
        }
        if (merge != null && !merge.patchStrategies().isEmpty()) {
            words.addAll(List.of(merge.patchStrategies().split(",")));
        }
        if (merge != null && !merge.mergeKey().isEmpty()) {
            words.add("key=" + merge.mergeKey());
        }
        return String.join(" ", words);
    }
}
