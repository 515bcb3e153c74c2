package dev.archipelago.cli.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.archipelago.apiserver.objects.Json;
import dev.archipelago.apiserver.objects.Stored;
import dev.archipelago.apiserver.yaml.YamlReader;
import dev.archipelago.controller.objects.ApiObject;
import dev.archipelago.controller.objects.Kind;

/// Objects as tests write them down.
final class Objects {
    private Objects() {}

    static <T extends ApiObject> T of(Kind<T> kind, String yaml) {
        byte[] json = Json.bytes(YamlReader.read(yaml.getBytes(UTF_8)).tree());
        return kind.read(new Stored(Stored.encode(Json.parse(json)), 1));
    }
}
