package dev.archipelago.apiserver.table;

/// The heading of a column.
///
/// @param type `string`, `integer`, `number`, `boolean` or `date`
/// @param format `name` for the column that names the object, else empty
/// @param priority 0 for what is always shown, 1 for what only wide output shows
public record Column(String name, String type, String format, String description, int priority) {
    static final Column NAME = new Column("Name", "string", "name", "Name of the object, unique in its namespace", 0);
    static final Column AGE = text("Age", "Time since the object was created");

    static Column text(String name, String description) {
        return new Column(name, "string", "", description, 0);
    }

    static Column integer(String name, String description) {
        return new Column(name, "integer", "", description, 0);
    }

    static Column flag(String name, String description) {
        return new Column(name, "boolean", "", description, 0);
    }

    /// A text that only wide output shows.
    static Column wide(String name, String description) {
        return new Column(name, "string", "", description, 1);
    }
}
