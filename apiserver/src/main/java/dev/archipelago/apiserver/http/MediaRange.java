package dev.archipelago.apiserver.http;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/// A media type with parameters, as in Accept and Content-Type.
record MediaRange(String type, Map<String, String> parameters) {

    static MediaRange parse(String text) {
        String[] parts = text.split(";");
        Map<String, String> parameters = new LinkedHashMap<>();
        for (int i = 1; i < parts.length; i++) {
            int equals = parts[i].indexOf('=');
            if (equals > 0) {
                String value = parts[i].substring(equals + 1).strip();
                if (value.length() > 1 && value.startsWith("\"") && value.endsWith("\"")) {
                    value = value.substring(1, value.length() - 1);
                }
                parameters.put(parts[i].substring(0, equals).strip().toLowerCase(Locale.ROOT), value);
            }
        }
        return new MediaRange(parts.length == 0 ? "" : parts[0].strip().toLowerCase(Locale.ROOT), parameters);
    }

    String parameter(String name) {
        return parameters.getOrDefault(name, "");
    }

    double quality() {
        try {
            return Double.parseDouble(parameters.getOrDefault("q", "1"));
        } catch (NumberFormatException e) {
            return 1;
        }
    }
}
