package dev.archipelago.apiserver.authn;

import dev.archipelago.api.authn.UserInfo;
import java.security.cert.X509Certificate;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Tells who makes a request: by client certificate, else by bearer token, else nobody in particular.
///
/// Called on every request, on any thread.
public final class Authenticator {
    private static final String BEARER = "bearer ";
    private static final String INVALID_TOKEN = "invalid bearer token";

    private final ClientCertificates certificates;
    private final StaticTokens staticTokens;
    private final ServiceAccountTokens serviceAccountTokens;

    public Authenticator(InstantSource clock, StaticTokens staticTokens, ServiceAccountTokens serviceAccountTokens) {
        this.certificates = new ClientCertificates(clock);
        this.staticTokens = staticTokens;
        this.serviceAccountTokens = serviceAccountTokens;
    }

    /// Authenticates a request. Only a bad token is rejected; no credential at all is the anonymous user, whose
    /// rights are for authorization to decide.
    ///
    /// @param certificate the client's own certificate from a handshake that verified its chain, or null
    /// @param authorization the value of the `Authorization` header, or null
    public Authentication authenticate(@Nullable X509Certificate certificate, @Nullable String authorization) {
        if (certificate != null) {
            UserInfo user = certificates.user(certificate);
            if (user != null) {
                return new Authentication.Accepted(user, serviceAccountTokens.audiences());
            }
        }
        String token = authorization == null ? "" : bearerToken(authorization);
        if (token.isEmpty()) {
            return new Authentication.Accepted(UserInfo.ANONYMOUS, serviceAccountTokens.audiences());
        }
        TokenHash hash = TokenHash.of(token);
        UserInfo user = staticTokens.user(hash);
        if (user != null) {
            return new Authentication.Accepted(user, serviceAccountTokens.audiences());
        }
        return orInvalid(serviceAccountTokens.authenticate(hash, token));
    }

    /// Authenticates a token on behalf of others, for one of the given audiences.
    Authentication review(String token, List<String> audiences) {
        UserInfo user = staticTokens.user(TokenHash.of(token));
        if (user != null) {
            // Static tokens are for this server and nobody else.
            List<String> common = new ArrayList<>(audiences);
            common.retainAll(serviceAccountTokens.audiences());
            return common.isEmpty()
                    ? new Authentication.Rejected(INVALID_TOKEN)
                    : new Authentication.Accepted(user, common);
        }
        return orInvalid(serviceAccountTokens.verify(token, audiences));
    }

    List<String> audiences() {
        return serviceAccountTokens.audiences();
    }

    private static Authentication orInvalid(@Nullable Authentication result) {
        return switch (result) {
            case null -> new Authentication.Rejected(INVALID_TOKEN);
            case Authentication.Accepted accepted -> accepted;
            case Authentication.Rejected(String why) ->
                new Authentication.Rejected("[" + INVALID_TOKEN + ", " + why + "]");
        };
    }

    private static String bearerToken(String authorization) {
        return authorization.regionMatches(true, 0, BEARER, 0, BEARER.length())
                ? authorization.substring(BEARER.length()).strip()
                : "";
    }
}
