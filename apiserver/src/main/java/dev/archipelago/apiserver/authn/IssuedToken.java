package dev.archipelago.apiserver.authn;

import java.time.Instant;

/// A new token.
///
/// @param credentialId what requests made with it will carry, fit for logs
public record IssuedToken(String token, Instant expires, String credentialId) {
    @Override
    public String toString() {
        return "IssuedToken[" + credentialId + "]";
    }
}
