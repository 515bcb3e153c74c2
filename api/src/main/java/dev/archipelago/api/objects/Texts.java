package dev.archipelago.api.objects;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Reads the small values that objects are made of. Texts that many objects have in common are kept once.
public final class Texts {
    private static final int SHARED_LENGTH_MAX = 64;
    private static final AtomicReferenceArray<@Nullable String> SHARED = new AtomicReferenceArray<>(4096);

    private Texts() {}

    /// The same text; of those that come often, the same instance.
    public static String shared(String text) {
        if (text.isEmpty() || text.length() > SHARED_LENGTH_MAX) {
            return text.isEmpty() ? "" : text;
        }
        int hash = text.hashCode();
        int at = (hash ^ (hash >>> 16)) & (SHARED.length() - 1);
        String known = SHARED.get(at);
        if (text.equals(known)) {
            return known;
        }
        SHARED.set(at, text);
        return text;
    }

    public static String shared(JsonNode text) {
        return shared(text.asString(""));
    }

    /// Texts by key, in the order of keys.
    public static Map<String, String> map(JsonNode json) {
        return switch (json.size()) {
            case 0 -> Map.of();
            case 1 -> {
                Map.Entry<String, JsonNode> only = json.properties().iterator().next();
                yield Map.of(shared(only.getKey()), shared(only.getValue()));
            }
            default -> {
                TreeMap<String, String> map = new TreeMap<>();
                json.properties().forEach(field -> map.put(shared(field.getKey()), shared(field.getValue())));
                yield java.util.Collections.unmodifiableMap(map);
            }
        };
    }

    public static List<String> list(JsonNode json) {
        if (json.isEmpty()) {
            return List.of();
        }
        List<String> list = new ArrayList<>(json.size());
        json.forEach(text -> list.add(shared(text)));
        return List.copyOf(list);
    }

    /// A point in time as Kubernetes writes it; nothing where there is none.
    public static Optional<Instant> time(JsonNode json) {
        String text = json.asString("");
        if (text.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(
                    text.endsWith("Z")
                            ? Instant.parse(text)
                            : OffsetDateTime.parse(text).toInstant());
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }
}
