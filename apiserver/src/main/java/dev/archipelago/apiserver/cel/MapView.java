package dev.archipelago.apiserver.cel;

import dev.cel.common.types.CelType;
import dev.cel.common.values.CelValue;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A map or object that is a value of CEL already, for the reason that [ListView] is one.
// Immutable while it lives: a view of an object that nobody changes while its rules run.
@SuppressWarnings("Immutable")
final class MapView extends CelValue implements Map<Object, Object> {
    private final Map<Object, Object> fields;
    private final CelType type;

    MapView(Map<Object, Object> fields, CelType type) {
        this.fields = fields;
        this.type = type;
    }

    @Override
    public Object value() {
        return this;
    }

    @Override
    public boolean isZeroValue() {
        return isEmpty();
    }

    @Override
    public CelType celType() {
        return type;
    }

    @Override
    public boolean equals(Object other) {
        return fields.equals(other);
    }

    @Override
    public int hashCode() {
        return fields.hashCode();
    }

    @Override
    public String toString() {
        return fields.toString();
    }

    @Override
    public int size() {
        return fields.size();
    }

    @Override
    public boolean isEmpty() {
        return fields.isEmpty();
    }

    @Override
    public boolean containsKey(Object key) {
        return fields.containsKey(key);
    }

    @Override
    public boolean containsValue(Object value) {
        return fields.containsValue(value);
    }

    @Override
    public @Nullable Object get(Object key) {
        return fields.get(key);
    }

    @Override
    public @Nullable Object put(Object key, Object value) {
        return fields.put(key, value);
    }

    @Override
    public @Nullable Object remove(Object key) {
        return fields.remove(key);
    }

    @Override
    public void putAll(Map<?, ?> others) {
        fields.putAll(others);
    }

    @Override
    public void clear() {
        fields.clear();
    }

    @Override
    public Set<Object> keySet() {
        return fields.keySet();
    }

    @Override
    public Collection<Object> values() {
        return fields.values();
    }

    @Override
    public Set<Entry<Object, Object>> entrySet() {
        return fields.entrySet();
    }
}
