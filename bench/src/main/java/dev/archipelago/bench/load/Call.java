package dev.archipelago.bench.load;

import org.jspecify.annotations.Nullable;

/// A request to make.
///
/// @param body null for none
record Call(String method, String path, @Nullable String contentType, byte @Nullable [] body) {

    static Call get(String path) {
        return new Call("GET", path, null, null);
    }

    static Call delete(String path) {
        return new Call("DELETE", path, null, null);
    }

    static Call post(String path, byte[] body) {
        return new Call("POST", path, "application/json", body);
    }

    static Call mergePatch(String path, byte[] body) {
        return new Call("PATCH", path, "application/merge-patch+json", body);
    }
}
