package dev.archipelago.apiserver.cel;

import dev.cel.common.types.CelType;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A map or object.
final class MapView extends View<Map<Object, Object>> implements Map<Object, Object> {
    MapView(Map<Object, Object> fields, CelType type) {
        super(fields, type);
    }

    @Override
    public int size() {
        return content.size();
    }

    @Override
    public boolean isEmpty() {
        return content.isEmpty();
    }

    @Override
    public boolean containsKey(Object key) {
        return content.containsKey(key);
    }

    @Override
    public boolean containsValue(Object value) {
        return content.containsValue(value);
    }

    @Override
    public @Nullable Object get(Object key) {
        return content.get(key);
    }

    @Override
    public @Nullable Object put(Object key, Object value) {
        return content.put(key, value);
    }

    @Override
    public @Nullable Object remove(Object key) {
        return content.remove(key);
    }

    @Override
    public void putAll(Map<?, ?> others) {
        content.putAll(others);
    }

    @Override
    public void clear() {
        content.clear();
    }

    @Override
    public Set<Object> keySet() {
        return content.keySet();
    }

    @Override
    public Collection<Object> values() {
        return content.values();
    }

    @Override
    public Set<Entry<Object, Object>> entrySet() {
        return content.entrySet();
    }
}
