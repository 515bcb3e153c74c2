package dev.archipelago.controller.remote;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;

/// What is put into a request to say who sends it. May be used from any thread, and may take its time.
interface Credentials {

    /// The `Authorization` of the next request, if it is to have one.
    ///
    /// @throws dev.archipelago.api.errors.ApiException UNAUTHORIZED when there should be some but is none
    Optional<String> authorization();

    /// Notes that the server did not know the user.
    ///
    /// @return whether it may be worth to try once more
    default boolean refused() {
        return false;
    }

    /// No header: a client certificate says it all, or nothing does.
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
