package dev.archipelago.apiserver.table;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/// Tables for kinds of which only the metadata is worth a column.
final class GenericPrinters {
    static final Table NAME_AND_AGE =
            Table.of((object, cells) -> cells.name(object).age(object), Column.NAME, Column.AGE);

    static final Table CREATED_AT = Table.of(
            (object, cells) -> {
                Instant created = Cells.instant(Values.at(object, "metadata", "creationTimestamp"));
                cells.name(object);
                cells.text(
                        created == null
                                ? "0001-01-01T00:00:00Z"
                                : created.truncatedTo(ChronoUnit.SECONDS).toString());
            },
            Column.NAME,
            new Column("Created At", "date", "", "When the object was created", 0));

    private GenericPrinters() {}
}
