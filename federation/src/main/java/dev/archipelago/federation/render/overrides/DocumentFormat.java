package dev.archipelago.federation.render.overrides;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.objects.Json;
import dev.archipelago.api.yaml.YamlReader;
import dev.archipelago.api.yaml.YamlWriter;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectReader;

/// The format of a document inside a text field.
enum DocumentFormat {
    JSON("json") {
        @Override
        Optional<JsonNode> read(String text) {
            try {
                return Optional.of(STRICT.readTree(text)).filter(tree -> !tree.isMissingNode());
            } catch (JacksonException e) {
                return Optional.empty();
            }
        }

        @Override
        String write(JsonNode document) {
            return Json.MAPPER.writeValueAsString(document);
        }
    },
    YAML("yaml") {
        @Override
        Optional<JsonNode> read(String text) {
            try {
                return Optional.of(
                        YamlReader.read(text.getBytes(StandardCharsets.UTF_8)).tree());
            } catch (ApiException e) {
                return Optional.empty();
            }
        }

        @Override
        String write(JsonNode document) {
            return new String(YamlWriter.write(document), StandardCharsets.UTF_8);
        }
    };

    /// Numbers keep all their digits, as the document is a user's.
    private static final ObjectReader STRICT = Json.MAPPER
            .reader()
            .with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS, DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

    private final String field;

    DocumentFormat(String field) {
        this.field = field;
    }

    /// The field of a policy that has the operations for this format.
    String field() {
        return field;
    }

    /// Empty when the text is not in this format.
    abstract Optional<JsonNode> read(String text);

    abstract String write(JsonNode document);
}
