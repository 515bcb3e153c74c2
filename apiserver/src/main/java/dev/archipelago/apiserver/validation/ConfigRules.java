package dev.archipelago.apiserver.validation;

import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// Config maps and secrets.
final class ConfigRules {
    private static final int SIZE_BYTES_MAX = 1024 * 1024;
    private static final String LOCKED = "field is immutable when `immutable` is set";

    private ConfigRules() {}

    static void configMap(Cursor map) {
        Cursor data = map.field("data");
        Cursor binary = map.field("binaryData");
        long bytes = 0;
        for (Map.Entry<String, JsonNode> entry : data.entries()) {
            Cursor at = data.key(entry.getKey());
            Formats.CONFIG_KEY.check(at, entry.getKey());
            if (binary.has(entry.getKey())) {
                at.invalid(entry.getKey(), "duplicate of key present in binaryData");
            }
            bytes += Characters.bytes(entry.getValue().asString());
        }
        for (Map.Entry<String, JsonNode> entry : binary.entries()) {
            Formats.CONFIG_KEY.check(binary.key(entry.getKey()), entry.getKey());
            bytes += decodedBytes(entry.getValue());
        }
        if (bytes > SIZE_BYTES_MAX) {
            map.field("").tooLong(SIZE_BYTES_MAX);
        }
    }

    static void secret(Cursor secret) {
        Cursor data = secret.field("data");
        long bytes = 0;
        for (Map.Entry<String, JsonNode> entry : data.entries()) {
            Formats.CONFIG_KEY.check(data.key(entry.getKey()), entry.getKey());
            bytes += decodedBytes(entry.getValue());
        }
        if (bytes > SIZE_BYTES_MAX) {
            data.tooLong(SIZE_BYTES_MAX);
        }
        byType(secret, data);
    }

    private static long decodedBytes(JsonNode base64) {
        String text = base64.asString();
        int padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
        return text.length() / 4L * 3 - padding;
    }

    private static void byType(Cursor secret, Cursor data) {
        switch (secret.text("type")) {
            case "kubernetes.io/service-account-token" -> {
                Cursor annotations = secret.field("metadata").field("annotations");
                if (annotations.text("kubernetes.io/service-account.name").isEmpty()) {
                    annotations.key("kubernetes.io/service-account.name").required();
                }
            }
            case "kubernetes.io/dockercfg" -> require(data, List.of(".dockercfg"));
            case "kubernetes.io/dockerconfigjson" -> require(data, List.of(".dockerconfigjson"));
            case "kubernetes.io/basic-auth" -> {
                if (!data.has("username") && !data.has("password")) {
                    require(data, List.of("username", "password"));
                }
            }
            case "kubernetes.io/ssh-auth" -> {
                if (data.text("ssh-privatekey").isEmpty()) {
                    data.key("ssh-privatekey").required();
                }
            }
            case "kubernetes.io/tls" -> require(data, List.of("tls.crt", "tls.key"));
            default -> {}
        }
    }

    private static void require(Cursor data, List<String> keys) {
        for (String key : keys) {
            if (!data.has(key)) {
                data.key(key).required();
            }
        }
    }

    static void updateConfigMap(Cursor map, Cursor old) {
        locked(map, old, List.of("data", "binaryData"));
    }

    static void updateSecret(Cursor secret, Cursor old) {
        FieldChanges.immutable(secret, old, "type");
        locked(secret, old, List.of("data"));
    }

    private static void locked(Cursor object, Cursor old, List<String> fields) {
        if (!old.flag("immutable")) {
            return;
        }
        if (!object.flag("immutable")) {
            object.field("immutable").forbidden(LOCKED);
        }
        for (String field : fields) {
            if (!SameValue.of(object.member(field), old.member(field))) {
                object.field(field).forbidden(LOCKED);
            }
        }
    }
}
