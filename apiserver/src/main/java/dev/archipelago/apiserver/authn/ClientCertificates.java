package dev.archipelago.apiserver.authn;

import dev.archipelago.api.authn.UserInfo;
import dev.archipelago.apiserver.pki.CertificateSubject;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Users named by client certificates: the common name is the user, the organizations are the groups.
final class ClientCertificates {
    private static final int CACHE_ENTRIES_MAX = 10_000;
    private static final Duration CACHE_LIFE = Duration.ofMinutes(10);

    private final InstantSource clock;
    private final ExpiringCache<X509Certificate, UserInfo> cache;

    ClientCertificates(InstantSource clock) {
        this.clock = clock;
        this.cache = new ExpiringCache<>(clock, CACHE_LIFE, CACHE_ENTRIES_MAX);
    }

    /// The user of a certificate whose chain TLS has verified, or null when it names nobody or has run out since.
    @Nullable
    UserInfo user(X509Certificate certificate) {
        UserInfo known = cache.find(certificate);
        if (known != null) {
            return known;
        }
        long endMillis = certificate.getNotAfter().toInstant().toEpochMilli();
        if (clock.millis() >= endMillis) {
            return null;
        }
        CertificateSubject subject = CertificateSubject.of(certificate);
        if (subject.commonName().isEmpty()) {
            return null;
        }
        UserInfo user = new UserInfo(
                        subject.commonName(),
                        "",
                        subject.organizations(),
                        Map.of(UserInfo.CREDENTIAL_ID, List.of("X509SHA256=" + fingerprint(certificate))))
                .authenticated();
        cache.put(certificate, user, endMillis);
        return user;
    }

    private static String fingerprint(X509Certificate certificate) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(certificate.getEncoded()));
        } catch (NoSuchAlgorithmException | CertificateEncodingException e) {
            throw new IllegalStateException("a certificate from a handshake has an encoding", e);
        }
    }
}
