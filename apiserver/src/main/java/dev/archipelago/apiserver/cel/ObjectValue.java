package dev.archipelago.apiserver.cel;

import dev.cel.common.types.CelType;
import dev.cel.common.types.StructTypeReference;
import dev.cel.common.values.StructValue;
import java.util.Map;
import java.util.Optional;

/// A value that an expression makes by naming its type, such as `Object.spec{replicas: 3}`.
// Immutable: the interpreter makes the map for this value alone.
@SuppressWarnings("Immutable")
final class ObjectValue extends StructValue<String, Object> {
    private final String type;
    private final Map<String, Object> fields;

    ObjectValue(String type, Map<String, Object> fields) {
        this.type = type;
        this.fields = fields;
    }

    String type() {
        return type;
    }

    Map<String, Object> fields() {
        return fields;
    }

    /// Itself: the interpreter hands out what this returns, and the type must not be lost.
    @Override
    public Object value() {
        return this;
    }

    @Override
    public boolean isZeroValue() {
        return fields.isEmpty();
    }

    @Override
    public CelType celType() {
        return StructTypeReference.create(type);
    }

    @Override
    public Object select(String field) {
        Object value = fields.get(field);
        if (value == null) {
            throw new VariableException("no such key: " + field);
        }
        return value;
    }

    @Override
    public Optional<Object> find(String field) {
        return Optional.ofNullable(fields.get(field));
    }
}
