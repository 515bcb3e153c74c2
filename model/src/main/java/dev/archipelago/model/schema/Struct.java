package dev.archipelago.model.schema;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A JSON object with known fields. Types may contain themselves, so fields are added once after construction, by
/// whoever builds the schema; from then on a struct does not change.
public final class Struct implements Schema {
    private final String name;
    private final boolean atomic;
    private final boolean preservesUnknownFields;
    private final Map<String, Field> fields = new LinkedHashMap<>();

    /// Starts a struct that has no fields yet.
    ///
    /// @param name such as `core.v1.PodSpec`; empty for an anonymous struct inside a custom resource
    /// @param atomic whether server-side apply owns and replaces it whole
    /// @param preservesUnknownFields whether fields that are not listed are kept
    public Struct(String name, boolean atomic, boolean preservesUnknownFields) {
        this.name = name;
        this.atomic = atomic;
        this.preservesUnknownFields = preservesUnknownFields;
    }

    public String name() {
        return name;
    }

    public boolean atomic() {
        return atomic;
    }

    public boolean preservesUnknownFields() {
        return preservesUnknownFields;
    }

    public @Nullable Field field(String fieldName) {
        return fields.get(fieldName);
    }

    public Iterable<Field> fields() {
        return fields.values();
    }

    public void add(Field field) {
        fields.put(field.name(), field);
    }

    @Override
    public String toString() {
        return "Struct " + name;
    }
}
