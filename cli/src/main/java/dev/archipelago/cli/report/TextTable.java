package dev.archipelago.cli.report;

import java.util.ArrayList;
import java.util.List;

/// A table of aligned columns.
final class TextTable {
    private static final String GAP = "  ";

    private final List<List<String>> rows = new ArrayList<>();

    TextTable(String... headings) {
        rows.add(List.of(headings));
    }

    void add(String... cells) {
        rows.add(List.of(cells));
    }

    /// The text of the table. Lines have no trailing blanks.
    String text() {
        StringBuilder text = new StringBuilder();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < row.size(); i++) {
                line.append(row.get(i));
                line.repeat(" ", width(i) - row.get(i).length()).append(GAP);
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }
        return text.toString();
    }

    private int width(int column) {
        int width = 0;
        for (List<String> row : rows) {
            width = Math.max(width, row.get(column).length());
        }
        return width;
    }
}
