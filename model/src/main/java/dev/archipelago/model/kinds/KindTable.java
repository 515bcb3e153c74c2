package dev.archipelago.model.kinds;

import dev.archipelago.model.schema.Struct;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Reads the resources. A line is tab-separated: group/version, resource or resource/subresource, kind, scope, short
/// names, categories, verbs, singular, type. A subresource follows its resource; its kind is `group/version Kind` when
/// it is of another group version.
final class KindTable {
    private static final List<String> ALL_VERBS =
            List.of("create", "delete", "deletecollection", "get", "list", "patch", "update", "watch");

    private KindTable() {}

    static List<ResourceKind> load(String resource, Map<String, Struct> types) {
        List<ResourceKind> kinds = new ArrayList<>();
        List<String> lines = List.of(TextResource.read(resource).split("\n"));
        for (int i = 0; i < lines.size(); ) {
            if (lines.get(i).startsWith("#")) {
                i++;
                continue;
            }
            int end = i + 1;
            while (end < lines.size() && isSubresource(lines.get(end))) {
                end++;
            }
            kinds.add(kind(lines.subList(i, end), types));
            i = end;
        }
        return List.copyOf(kinds);
    }

    private static boolean isSubresource(String line) {
        int resource = line.indexOf('\t') + 1;
        return line.substring(resource, line.indexOf('\t', resource)).indexOf('/') >= 0;
    }

    private static ResourceKind kind(List<String> lines, Map<String, Struct> types) {
        String[] cells = lines.getFirst().split("\t", -1);
        Struct schema = types.get(cells[8]);
        if (schema == null) {
            throw new IllegalStateException("no type " + cells[8] + " for " + cells[1]);
        }
        GroupVersionKind id = GroupVersionKind.of(cells[0], cells[2]);
        List<Subresource> subresources = new ArrayList<>(lines.size() - 1);
        for (String line : lines.subList(1, lines.size())) {
            subresources.add(subresource(line.split("\t", -1)));
        }
        return new ResourceKind(
                id.group(),
                id.version(),
                cells[1],
                id.kind(),
                cells[7],
                cells[3].equals("namespaced"),
                words(cells[4]),
                words(cells[5]),
                words(cells[6]),
                subresources,
                schema);
    }

    private static Subresource subresource(String[] cells) {
        int space = cells[2].indexOf(' ');
        GroupVersionKind id = space < 0
                ? GroupVersionKind.of(cells[0], cells[2])
                : GroupVersionKind.of(cells[2].substring(0, space), cells[2].substring(space + 1));
        String name = cells[1].substring(cells[1].indexOf('/') + 1);
        return new Subresource(name, id.group(), id.version(), id.kind(), words(cells[6]));
    }

    private static List<String> words(String cell) {
        return switch (cell) {
            case "" -> List.of();
            case "*" -> ALL_VERBS;
            default -> List.of(cell.split(","));
        };
    }
}
