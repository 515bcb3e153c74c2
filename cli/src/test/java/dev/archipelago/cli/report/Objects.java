package dev.archipelago.cli.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.api.objects.Stored;
import dev.archipelago.api.yaml.YamlReader;

/// Test objects.
final class Objects {
    private Objects() {}

    static <T extends ApiObject> T of(Kind<T> kind, String yaml) {
        byte[] json = Json.bytes(YamlReader.read(yaml.getBytes(UTF_8)).tree());
        return kind.read(new Stored(Stored.encode(Json.parse(json)), 1));
    }
}
