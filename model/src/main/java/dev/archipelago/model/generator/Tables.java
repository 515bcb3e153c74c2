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

/// What the model classes do not say. Rows are addressed by type and field; a row that applies to nothing fails the
/// build, so that the tables cannot rot.
final class Tables {
    /// Applies to the type itself, not to a field.
    static final String TYPE = "(type)";

    private static final String ANY_TYPE = "*";

    private final Set<String> roots = new TreeSet<>();
    private final Map<String, String> copies = new TreeMap<>();
    private final Map<String, Map<String, String>> shapes = new TreeMap<>();
    private final Map<String, Map<String, MergeRow>> merges = new TreeMap<>();
    private final Map<String, Set<String>> required = new TreeMap<>();
    private final Set<String> unused = new TreeSet<>();

    /// How a list, map or struct merges; cells that do not apply are empty.
    record MergeRow(String patchStrategies, String mergeKey, String listType, String mapKeys) {}

    private Tables() {}

    static Tables read() throws IOException {
        Tables tables = new Tables();
        for (String[] row : rows("../kinds/resources.tsv")) {
            if (!row[8].isEmpty()) {
                tables.roots.add(row[8]);
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
        for (String[] row : rows("required.tsv")) {
            for (String field : row[1].split(",")) {
                tables.required.computeIfAbsent(row[0], type -> new TreeSet<>()).add(field);
                tables.unused.add("required " + row[0] + " " + field);
            }
        }
        return tables;
    }

    Set<String> roots() {
        return roots;
    }

    /// The type whose fields `type` has, under another name.
    String fieldsOf(String type) {
        return copies.getOrDefault(type, type);
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
