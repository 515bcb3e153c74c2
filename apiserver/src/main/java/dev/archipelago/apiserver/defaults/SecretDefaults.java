package dev.archipelago.apiserver.defaults;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import tools.jackson.databind.node.ObjectNode;

/// The plain text of `stringData` is only for writing: it ends up in `data`, over what is there.
final class SecretDefaults {
    private SecretDefaults() {}

    static void foldStringData(ObjectNode secret) {
        if (secret.remove("stringData") instanceof ObjectNode texts && !texts.isEmpty()) {
            ObjectNode data = DefaultMembers.childOf(secret, "data");
            for (var entry : texts.properties()) {
                byte[] plain = entry.getValue().stringValue().getBytes(StandardCharsets.UTF_8);
                data.put(entry.getKey(), Base64.getEncoder().encodeToString(plain));
            }
        }
    }
}
