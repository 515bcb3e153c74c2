package dev.archipelago.model.generator;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// Writes every type that the served resources and the extra roots lead to, and then the types' protobuf form.
/// The arguments are the two files to write.
final class SchemaGenerator {
    private final Tables tables;
    private final Map<String, TypeText> types = new TreeMap<>();

    private SchemaGenerator(Tables tables) {
        this.tables = tables;
    }

    public static void main(String[] arguments) throws IOException {
        Tables tables = Tables.read();
        SchemaGenerator generator = new SchemaGenerator(tables);
        generator.collect();
        String messages = MessageGenerator.text(tables, generator.types);
        tables.failOnUnusedRows();
        write(Path.of(arguments[0]), generator.text());
        write(Path.of(arguments[1]), messages);
    }

    private static void write(Path output, String text) throws IOException {
        Files.createDirectories(output.toAbsolutePath().getParent());
        Files.writeString(output, text);
    }

    private void collect() {
        Deque<String> queue = new ArrayDeque<>(tables.roots());
        Set<String> seen = new HashSet<>(queue);
        while (!queue.isEmpty()) {
            String name = queue.remove();
            TypeText type = TypeText.of(name, tables);
            types.put(name, type);
            for (String reference : type.references()) {
                if (seen.add(reference)) {
                    queue.add(reference);
                }
            }
        }
    }

    private String text() {
        StringBuilder out = new StringBuilder("# Made by the build; the format is described in TypeTable.\n");
        for (TypeText type : types.values()) {
            type.write(out);
        }
        return out.toString();
    }
}
