package dev.archipelago.apiserver.openapi;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/// Short sentences about the types and fields that people ask about most, from a table: `type` or `type.field`, a
/// tab, the text. `*.field` speaks for every type that has no text of its own for the field.
final class Descriptions {
    private static final Map<String, String> TEXTS = load();

    private Descriptions() {}

    /// Empty when there is none.
    static String ofType(String type) {
        return TEXTS.getOrDefault(type, "");
    }

    static String ofField(String type, String field) {
        String text = TEXTS.get(type + "." + field);
        return text != null ? text : TEXTS.getOrDefault("*." + field, "");
    }

    /// Everything that has a text.
    static Set<String> subjects() {
        return TEXTS.keySet();
    }

    private static Map<String, String> load() {
        try (InputStream in = Descriptions.class.getResourceAsStream("descriptions.tsv")) {
            if (in == null) {
                throw new IllegalStateException("descriptions.tsv is not on the class path");
            }
            Map<String, String> texts = new HashMap<>();
            for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8).split("\n")) {
                int tab = line.indexOf('\t');
                if (tab > 0) {
                    texts.put(line.substring(0, tab), line.substring(tab + 1));
                }
            }
            return Collections.unmodifiableMap(texts);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
