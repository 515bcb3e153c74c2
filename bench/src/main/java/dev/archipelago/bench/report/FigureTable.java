package dev.archipelago.bench.report;

import java.util.ArrayList;
import java.util.List;

/// Text in columns: the first to the left, the others to the right.
final class FigureTable {
    private static final String GAP = "  ";

    private final List<List<String>> rows = new ArrayList<>();

    FigureTable(List<String> header) {
        rows.add(header);
    }

    void add(List<String> cells) {
        if (cells.size() != rows.getFirst().size()) {
            throw new IllegalArgumentException("a row of " + cells.size() + " cells among rows of "
                    + rows.getFirst().size());
        }
        rows.add(cells);
    }

    String render() {
        int[] widths = new int[rows.getFirst().size()];
        for (List<String> row : rows) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        var text = new StringBuilder();
        for (List<String> row : rows) {
            for (int i = 0; i < widths.length; i++) {
                String padding = " ".repeat(widths[i] - row.get(i).length());
                text.append(i == 0 ? "" : GAP).append(i == 0 ? row.get(i) + padding : padding + row.get(i));
            }
            text.append('\n');
        }
        return text.toString();
    }
}
