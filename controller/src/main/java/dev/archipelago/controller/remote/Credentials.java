package dev.archipelago.controller.remote;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;

/// The credentials that are sent with each request. May be used from any thread, and may block.
interface Credentials {

    /// The `Authorization` header of the next request; empty for none.
    ///
    /// @throws dev.archipelago.api.errors.ApiException UNAUTHORIZED when there should be credentials but are none
    Optional<String> authorization();

    /// Reports that the server answered 401.
    ///
    /// @return whether new credentials may help, so that it is worth trying again
    default boolean refused() {
        return false;
    }

    /// No header, as with a client certificate or an anonymous user.
    static Credentials none() {
        return Optional::empty;
    }

    static Credentials token(String token) {
        Optional<String> header = Optional.of("Bearer " + token);
        return () -> header;
    }

    static Credentials password(String name, String password) {
        String both = name + ':' + password;
        Optional<String> header =
                Optional.of("Basic " + Base64.getEncoder().encodeToString(both.getBytes(StandardCharsets.UTF_8)));
        return () -> header;
    }
}
