package dev.archipelago.apiserver.authn;

import dev.archipelago.api.authn.ServiceAccountNames;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a service-account token shall say.
///
/// @param uid the uid of the account, which a later account of the same name does not share
/// @param pod the pod the token dies with, or null
/// @param secret the secret the token dies with, or null
/// @param node the node of the pod or, where there is no pod, the node the token dies with, or null
public record TokenSpec(
        ServiceAccountNames account,
        String uid,
        List<String> audiences,
        long expirationSeconds,
        @Nullable Reference pod,
        @Nullable Reference secret,
        @Nullable Reference node) {

    /// One object: a name alone could mean another one later.
    public record Reference(String name, String uid) {}

    public TokenSpec {
        audiences = List.copyOf(audiences);
    }

    public static TokenSpec unbound(
            ServiceAccountNames account, String uid, List<String> audiences, long expirationSeconds) {
        return new TokenSpec(account, uid, audiences, expirationSeconds, null, null, null);
    }
}
