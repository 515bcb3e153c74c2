package dev.archipelago.apiserver.registry;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.Reason;

/// How large an object may become, however small the steps.
public final class ObjectSize {
    /// As in Kubernetes: what etcd takes, twice over.
    public static final int BYTES_MAX = 3 * 1024 * 1024;

    private ObjectSize() {}

    static byte[] check(byte[] json) {
        if (json.length > BYTES_MAX) {
            throw new ApiException(
                    Reason.REQUEST_ENTITY_TOO_LARGE,
                    "Request entity too large: the object would be %d bytes, the limit is %d bytes"
                            .formatted(json.length, BYTES_MAX));
        }
        return json;
    }
}
