package dev.archipelago.apiserver.request;

import dev.archipelago.api.errors.ApiException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The parameters of a query string. Of a repeated parameter the first counts, except where all are asked for.
public final class Query {
    private static final Query EMPTY = new Query(Map.of());

    private final Map<String, List<String>> parameters;

    private Query(Map<String, List<String>> parameters) {
        this.parameters = parameters;
    }

    public static Query parse(@Nullable String raw) {
        if (raw == null || raw.isEmpty()) {
            return EMPTY;
        }
        Map<String, List<String>> parameters = new LinkedHashMap<>();
        int start = 0;
        while (start <= raw.length()) {
            int end = raw.indexOf('&', start);
            if (end < 0) {
                end = raw.length();
            }
            if (end > start) {
                int equals = raw.indexOf('=', start);
                boolean hasValue = equals >= 0 && equals < end;
                String name = decode(raw.substring(start, hasValue ? equals : end));
                String value = hasValue ? decode(raw.substring(equals + 1, end)) : "";
                parameters.computeIfAbsent(name, key -> new ArrayList<>(1)).add(value);
            }
            start = end + 1;
        }
        return new Query(parameters);
    }

    private static String decode(String text) {
        if (text.indexOf('%') < 0 && text.indexOf('+') < 0) {
            return text;
        }
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw ApiException.badRequest("invalid URL escape in query parameter \"" + text + "\"");
        }
    }

    public String text(String name) {
        List<String> values = parameters.get(name);
        return values == null ? "" : values.getFirst();
    }

    public List<String> all(String name) {
        return parameters.getOrDefault(name, List.of());
    }

    public boolean has(String name) {
        return parameters.containsKey(name);
    }

    /// True for `1`, `true` and a bare parameter, as Kubernetes reads booleans.
    public boolean flag(String name) {
        return optionalFlag(name).orElse(false);
    }

    public Optional<Boolean> optionalFlag(String name) {
        List<String> values = parameters.get(name);
        if (values == null) {
            return Optional.empty();
        }
        return Optional.of(
                switch (values.getFirst()) {
                    case "0", "false", "False", "FALSE", "f", "F" -> false;
                    default -> true;
                });
    }

    public Optional<Long> number(String name) {
        String text = text(name);
        if (text.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(Long.parseLong(text));
        } catch (NumberFormatException e) {
            throw ApiException.badRequest(
                    "invalid value for query parameter %s: \"%s\" is not a whole number".formatted(name, text));
        }
    }
}
