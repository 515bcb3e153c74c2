package dev.archipelago.apiserver.crd;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Reads the YAML that tests are written in.
public final class TestingYaml {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private TestingYaml() {}

    public static ObjectNode parse(String yaml) {
        Object loaded = new Load(LoadSettings.builder().build()).loadFromString(yaml);
        // Through text, so that numbers are of the types that a request has them in.
        return (ObjectNode) MAPPER.readTree(MAPPER.writeValueAsString(loaded));
    }

    /// A file beside the tests of definitions.
    public static ObjectNode load(String name) {
        try (InputStream in = Objects.requireNonNull(TestingYaml.class.getResourceAsStream(name), name)) {
            return parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
