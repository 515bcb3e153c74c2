package dev.archipelago.apiserver.table;

import java.util.List;
import tools.jackson.databind.JsonNode;

/// The columns of a kind and how its objects fill them. Immutable.
public final class Table {
    private final List<Column> columns;
    private final Printer printer;

    private Table(Printer printer, List<Column> columns) {
        this.printer = printer;
        this.columns = List.copyOf(columns);
    }

    static Table of(Printer printer, Column... columns) {
        return new Table(printer, List.of(columns));
    }

    static Table of(Printer printer, List<Column> columns) {
        return new Table(printer, columns);
    }

    /// The table of a kind that is built in; name and age for any other.
    ///
    /// @param apiVersion such as `v1` or `apps/v1`
    public static Table of(String apiVersion, String kind) {
        int slash = apiVersion.indexOf('/');
        String group = slash < 0 ? "" : apiVersion.substring(0, slash);
        return TableOfContents.TABLES.getOrDefault(group + '/' + kind, GenericPrinters.NAME_AND_AGE);
    }

    /// The table of a custom kind.
    ///
    /// @param printerColumns the `additionalPrinterColumns` of the served version; without any, name and age are
    /// shown
    /// @throws dev.archipelago.api.errors.ApiException 400 when one of them has no valid path
    public static Table ofCustom(JsonNode printerColumns) {
        return CustomPrinter.table(printerColumns);
    }

    /// The columns of a built-in kind.
    public static List<Column> columnsOf(String apiVersion, String kind) {
        return of(apiVersion, kind).columns();
    }

    public List<Column> columns() {
        return columns;
    }

    Printer printer() {
        return printer;
    }
}
