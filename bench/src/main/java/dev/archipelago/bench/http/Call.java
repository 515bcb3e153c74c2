package dev.archipelago.bench.http;

import org.jspecify.annotations.Nullable;

/// A request to make.
///
/// @param body null for none
public record Call(String method, String path, @Nullable String contentType, byte @Nullable [] body) {

    public static Call get(String path) {
        return new Call("GET", path, null, null);
    }

    public static Call delete(String path) {
        return new Call("DELETE", path, null, null);
    }

    public static Call post(String path, byte[] body) {
        return new Call("POST", path, "application/json", body);
    }

    public static Call mergePatch(String path, byte[] body) {
        return new Call("PATCH", path, "application/merge-patch+json", body);
    }

    public static Call strategicPatch(String path, byte[] body) {
        return new Call("PATCH", path, "application/strategic-merge-patch+json", body);
    }
}
