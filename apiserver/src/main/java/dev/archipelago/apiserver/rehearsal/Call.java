package dev.archipelago.apiserver.rehearsal;

import java.nio.charset.StandardCharsets;

/// One request of a rehearsal.
record Call(String method, String target, String contentType, byte[] body) {
    static Call get(String target) {
        return new Call("GET", target, "", new byte[0]);
    }

    static Call delete(String target) {
        return new Call("DELETE", target, "", new byte[0]);
    }

    static Call create(String target, String json) {
        return new Call("POST", target, "application/json", json.getBytes(StandardCharsets.UTF_8));
    }

    static Call mergePatch(String target, String json) {
        return new Call("PATCH", target, "application/merge-patch+json", json.getBytes(StandardCharsets.UTF_8));
    }
}
