package dev.archipelago.apiserver.protobuf;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A body that a real kubectl sent, and the same object in JSON.
record KubectlBody(String command, byte[] body, JsonNode json) {

    static List<KubectlBody> all() {
        List<KubectlBody> bodies = new ArrayList<>();
        for (String line : text().split("\n")) {
            if (!line.startsWith("#")) {
                String[] cells = line.split("\t");
                JsonNode json = JsonMapper.shared().readTree(cells[2]);
                bodies.add(new KubectlBody(cells[0], Base64.getDecoder().decode(cells[1]), json));
            }
        }
        return bodies;
    }

    private static String text() {
        try (InputStream in = KubectlBody.class.getResourceAsStream("kubectl.tsv")) {
            return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String toString() {
        return command;
    }
}
