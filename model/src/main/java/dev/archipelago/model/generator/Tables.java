package dev.archipelago.model.generator;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// What the model classes do not say. Rows are addressed by type and field; a row that applies to nothing fails
/// the build, so that the tables cannot rot.
final class Tables {
    /// Applies to the type itself, not to a field.
    static final String TYPE = "(type)";

    private static final String ANY_TYPE = "*";

    private final Set<String> roots = new TreeSet<>();
    private final Map<String, String> copies = new TreeMap<>();
    private final Map<String, Map<String, String>> shapes = new TreeMap<>();
    private final Map<String, Map<String, MergeRow>> merges = new TreeMap<>();
    private final Map<String, Set<String>> required = new TreeMap<>();
    private final Map<String, Set<String>> presence = new TreeMap<>();
    private final Map<String, List<MessageField>> messages = new TreeMap<>();
    private final Map<String, String> apiVersions = new TreeMap<>();
    private final Set<String> unused = new TreeSet<>();

    /// How a list, map or struct merges; cells that do not apply are empty.
    record MergeRow(String patchStrategies, String mergeKey, String listType, String mapKeys) {}

    private Tables() {}

    static Tables read() throws IOException {
        Tables tables = new Tables();
        for (String[] row : rows("../kinds/resources.tsv")) {
            if (!row[8].isEmpty()) {
                tables.roots.add(row[8]);
                tables.apiVersions.put(prefix(row[8]), row[0]);
            }
        }
        for (String[] row : rows("roots.tsv")) {
            tables.roots.add(row[0]);
            if (row.length > 1) {
                tables.copies.put(row[0], row[1]);
            }
        }
        for (String[] row : rows("shapes.tsv")) {
            tables.shapes.computeIfAbsent(row[0], type -> new LinkedHashMap<>()).put(row[1], row[2]);
            tables.unused.add("shape " + row[0] + " " + row[1]);
        }
        for (String[] row : rows("merge.tsv")) {
            tables.merges
                    .computeIfAbsent(row[0], type -> new LinkedHashMap<>())
                    .put(row[1], new MergeRow(row[2], row[3], row[4], row[5]));
            tables.unused.add("merge " + row[0] + " " + row[1]);
        }
        tables.readSets("required", tables.required);
        tables.readSets("presence", tables.presence);
        for (String[] row : rows("messages.tsv")) {
            tables.messages
                    .computeIfAbsent(row[0], type -> new ArrayList<>())
                    .add(new MessageField(Integer.parseInt(row[1]), row[2], row[3]));
            tables.unused.add("message " + row[0]);
        }
        return tables;
    }

    private void readSets(String table, Map<String, Set<String>> sets) throws IOException {
        for (String[] row : rows(table + ".tsv")) {
            for (String field : row[1].split(",")) {
                sets.computeIfAbsent(row[0], type -> new TreeSet<>()).add(field);
                unused.add(table + " " + row[0] + " " + field);
            }
        }
    }

    private static String prefix(String type) {
        return type.substring(0, type.lastIndexOf('.'));
    }

    Set<String> roots() {
        return roots;
    }

    /// The type whose fields `type` has, under another name.
    String fieldsOf(String type) {
        return copies.getOrDefault(type, type);
    }

    /// The type of the current version when `type` is of an old version that shares its fields.
    String currentVersion(String type) {
        for (Map.Entry<String, String> copy : copies.entrySet()) {
            if (prefix(type).equals(prefix(copy.getKey()))) {
                return prefix(copy.getValue()) + type.substring(type.lastIndexOf('.'));
            }
        }
        return type;
    }

    /// The `group/version` that serves the types beside this one.
    @Nullable
    String apiVersion(String type) {
        return apiVersions.get(prefix(type));
    }

    /// Fields that the table gives for exactly this type.
    Map<String, String> shapes(String type) {
        return shapes.getOrDefault(type, Map.of());
    }

    @Nullable
    String shape(String type, String field) {
        for (String key : List.of(type, ANY_TYPE)) {
            String shape = shapes.getOrDefault(key, Map.of()).get(field);
            if (shape != null) {
                unused.remove("shape " + key + " " + field);
                return shape;
            }
        }
        return null;
    }

    @Nullable
    MergeRow merge(String type, String field) {
        unused.remove("merge " + type + " " + field);
        return merges.getOrDefault(type, Map.of()).get(field);
    }

    boolean required(String type, String field) {
        unused.remove("required " + type + " " + field);
        return required.getOrDefault(type, Set.of()).contains(field);
    }

    /// Whether the JSON form has the field even when it is zero or empty: it is required, or a pointer in Go.
    boolean keptWhenZero(String type, String field) {
        Set<String> exceptions = presence.getOrDefault(type, Set.of());
        unused.remove("presence " + type + " " + field);
        unused.remove("presence " + type + " -" + field);
        return required(type, field) ? !exceptions.contains("-" + field) : exceptions.contains(field);
    }

    /// The protobuf fields of a type whose message no class has; empty for all others.
    List<MessageField> message(String type) {
        unused.remove("message " + type);
        return messages.getOrDefault(type, List.of());
    }

    void failOnUnusedRows() {
        if (!unused.isEmpty()) {
            throw new IllegalStateException("rows that apply to no field: " + unused);
        }
    }

    private static List<String[]> rows(String resource) throws IOException {
        try (InputStream in = Tables.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException("table " + resource + " is missing");
            }
            List<String[]> rows = new ArrayList<>();
            for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8).split("\n")) {
                if (!line.isEmpty() && !line.startsWith("#")) {
                    rows.add(line.split("\t", -1));
                }
            }
            return rows;
        }
    }
}
