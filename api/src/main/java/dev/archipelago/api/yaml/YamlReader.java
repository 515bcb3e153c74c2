package dev.archipelago.api.yaml;

import dev.archipelago.api.errors.ApiException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Turns YAML into a JSON tree, as Kubernetes converts request bodies: scalars by the rules of YAML 1.1 that its
/// clients rely on (`yes` is a boolean, `0777` is octal, a date is a string), keys always strings, aliases expanded.
public final class YamlReader {
    // The size of a body is limited where it is received.
    private static final LoadSettings SETTINGS =
            LoadSettings.builder().setCodePointLimit(Integer.MAX_VALUE).build();
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS, DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
            .build();

    private YamlReader() {}

    /// What was read.
    ///
    /// @param tree of keys that occur twice, the last one counts
    /// @param duplicateKeys a line for each, such as `line 3: key "a" already set in map`
    public record Document(JsonNode tree, List<String> duplicateKeys) {
        public Document {
            duplicateKeys = List.copyOf(duplicateKeys);
        }

        /// What strict decoding complains of, if of anything.
        public Optional<String> strictFault() {
            return duplicateKeys.isEmpty()
                    ? Optional.empty()
                    : Optional.of("yaml: unmarshal errors:\n  " + String.join("\n  ", duplicateKeys));
        }
    }

    /// Reads the one document of a text; an empty text is null.
    ///
    /// @throws ApiException 400 with the line at fault, when it is not one document that JSON can express
    public static Document read(byte[] yaml) {
        JsonNode json = asJson(yaml);
        if (json != null) {
            return new Document(json, List.of());
        }
        String text = decoded(yaml);
        try {
            TreeBuilder builder =
                    new TreeBuilder(new Parse(SETTINGS).parseString(text).iterator());
            return new Document(builder.document(), builder.duplicateKeys());
        } catch (MarkedYamlEngineException e) {
            int line = e.getProblemMark().map(Mark::getLine).orElse(0) + 1;
            String problem = Optional.ofNullable(e.getProblem()).orElse("malformed document");
            throw fault("line " + line + ": " + problem);
        } catch (YamlEngineException e) {
            throw fault(String.valueOf(e.getMessage()).lines().findFirst().orElse("malformed document"));
        }
    }

    /// JSON is YAML, and most of what is sent as YAML is JSON, which is read much faster; null where it is not.
    private static @Nullable JsonNode asJson(byte[] text) {
        int start = 0;
        while (start < text.length && (text[start] == ' ' || text[start] == '\n' || text[start] == '\r')) {
            start++;
        }
        if (start == text.length || text[start] != '{') {
            return null;
        }
        try {
            return JSON.readTree(text);
        } catch (JacksonException e) {
            return null;
        }
    }

    private static String decoded(byte[] yaml) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(yaml))
                    .toString();
        } catch (CharacterCodingException e) {
            throw fault("invalid UTF-8");
        }
    }

    static ApiException fault(String problem) {
        return ApiException.badRequest("error converting YAML to JSON: yaml: " + problem);
    }
}
