package dev.archipelago.apiserver.apply;

import dev.archipelago.api.objects.Json;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// One entry of `metadata.managedFields`: the fields that one manager owns through one kind of write. Entries
/// read from an object keep its JSON, and decode the set of fields only if someone asks.
final class Entry {
    /// As Kubernetes orders them, so that an update which changes no ownership changes no bytes.
    static final Comparator<Entry> ORDER = Comparator.comparing((Entry entry) -> entry.operation)
            .thenComparingLong(Entry::seconds)
            .thenComparing(entry -> entry.manager)
            .thenComparing(entry -> entry.apiVersion)
            .thenComparing(entry -> entry.subresource);

    enum Operation {
        APPLY("Apply"),
        UPDATE("Update");

        private final String text;

        Operation(String text) {
            this.text = text;
        }
    }

    private final String manager;
    private final Operation operation;
    private final String apiVersion;
    private final String subresource;
    private final @Nullable String time;
    private @Nullable JsonNode fields;
    private @Nullable FieldSet set;
    private @Nullable ObjectNode json;

    private Entry(String manager, Operation operation, String apiVersion, String subresource, @Nullable String time) {
        this.manager = manager;
        this.operation = operation;
        this.apiVersion = apiVersion;
        this.subresource = subresource;
        this.time = time;
    }

    static Entry of(Manager manager, Operation operation, FieldSet set, @Nullable String time) {
        Entry entry = new Entry(manager.name(), operation, manager.apiVersion(), manager.subresource(), time);
        entry.set = set;
        return entry;
    }

    /// Reads an entry.
    ///
    /// @throws IllegalArgumentException if it is malformed
    static Entry fromJson(JsonNode node) {
        if (!(node instanceof ObjectNode json) || !text(json, "fieldsType").equals("FieldsV1")) {
            throw new IllegalArgumentException("not an entry of managed fields");
        }
        Operation operation = switch (text(json, "operation")) {
            case "Apply" -> Operation.APPLY;
            case "Update" -> Operation.UPDATE;
            default -> throw new IllegalArgumentException("operation must be `Apply` or `Update`");
        };
        String apiVersion = text(json, "apiVersion");
        if (apiVersion.isEmpty()) {
            throw new IllegalArgumentException("apiVersion must not be empty");
        }
        String time = text(json, "time");
        Entry entry = new Entry(
                text(json, "manager"), operation, apiVersion, text(json, "subresource"), time.isEmpty() ? null : time);
        @Nullable JsonNode fields = json.get("fieldsV1");
        entry.fields = fields == null || fields.isNull() ? Json.object() : fields;
        entry.json = json;
        return entry;
    }

    private static String text(ObjectNode json, String field) {
        @Nullable JsonNode value = json.get(field);
        return value == null ? "" : value.asString("");
    }

    /// The entry as a stranger may have written it, in our own form.
    Entry canonical() {
        return withSet(FieldSet.fromJson(fields()));
    }

    /// Whether the entry is the one that a write of this kind by this manager adds to. Appliers have one entry
    /// whatever the version.
    boolean belongsTo(Manager writer, Operation writerOperation) {
        return operation == writerOperation
                && manager.equals(writer.name())
                && subresource.equals(writer.subresource())
                && (operation == Operation.APPLY || apiVersion.equals(writer.apiVersion()));
    }

    boolean isUpdate() {
        return operation == Operation.UPDATE;
    }

    Manager manager() {
        return new Manager(manager, apiVersion, subresource);
    }

    @Nullable
    String time() {
        return time;
    }

    JsonNode fields() {
        JsonNode result = fields;
        if (result == null) {
            result = set().toJson();
            fields = result;
        }
        return result;
    }

    FieldSet set() {
        FieldSet result = set;
        if (result == null) {
            result = FieldSet.fromJson(fields());
            set = result;
        }
        return result;
    }

    boolean isEmpty() {
        return set == null ? fields().isEmpty() : set.isEmpty();
    }

    Entry withSet(FieldSet newSet) {
        return Json.identical(newSet, set) ? this : of(manager(), operation, newSet, time);
    }

    Entry withTime(String newTime) {
        Entry entry = new Entry(manager, operation, apiVersion, subresource, newTime);
        entry.fields = fields;
        entry.set = set;
        return entry;
    }

    Entry withVersion(String newVersion) {
        return of(new Manager(manager, newVersion, subresource), operation, set(), time);
    }

    /// The entry without the given fields; the same entry if it has none of them.
    Entry without(FieldSet taken) {
        return taken.overlaps(fields()) ? withSet(set().difference(taken)) : this;
    }

    ObjectNode toJson() {
        ObjectNode result = json;
        if (result == null) {
            result = Json.object();
            result.put("manager", manager).put("operation", operation.text).put("apiVersion", apiVersion);
            if (time != null) {
                result.put("time", time);
            }
            result.put("fieldsType", "FieldsV1").set("fieldsV1", fields());
            if (!subresource.isEmpty()) {
                result.put("subresource", subresource);
            }
            json = result;
        }
        return result;
    }

    /// The entry's owner as conflicts name it.
    String describe() {
        StringBuilder text = new StringBuilder();
        JsonText.quote(text, manager);
        if (!subresource.isEmpty()) {
            JsonText.quote(text.append(" with subresource "), subresource);
        }
        return isUpdate() ? text.append(" using ").append(apiVersion).toString() : text.toString();
    }

    long seconds() {
        if (time == null) {
            return 0;
        }
        try {
            return Instant.parse(time).getEpochSecond();
        } catch (DateTimeParseException malformed) {
            return 0;
        }
    }
}
