package dev.archipelago.apiserver.pki;

import dev.archipelago.api.pki.ClientIdentity;
import java.io.IOException;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Shows the server's certificate to clients, and renews it in time: a server may run for longer than a certificate is
/// good. Whoever connects first after a day has passed looks whether that is due; no thread waits for it.
///
/// There is no key store: those encrypt what they hold, which would cost a start more than all the rest.
final class RenewingKeyManager extends X509ExtendedKeyManager {
    static final Duration PERIOD = Duration.ofDays(1);

    private static final Logger log = LoggerFactory.getLogger(RenewingKeyManager.class);

    private final Renewal renewal;
    private final InstantSource clock;

    // Replaced under the lock of this.
    private volatile Shown shown;

    /// Gives the identity that is to be shown from now on, which may be the one that is.
    interface Renewal {
        ClientIdentity renew() throws IOException, GeneralSecurityException;
    }

    /// What is shown. An alias belongs to one certificate, so that a connection that is being made while it is renewed
    /// gets the key of the certificate that it has shown.
    private record Shown(
            String alias, ClientIdentity identity, @Nullable Shown before, Instant due) {
        @Nullable
        ClientIdentity of(String wanted) {
            if (wanted.equals(alias)) {
                return identity;
            }
            return before != null && wanted.equals(before.alias) ? before.identity : null;
        }
    }

    RenewingKeyManager(ClientIdentity identity, Renewal renewal, InstantSource clock) {
        this.renewal = renewal;
        this.clock = clock;
        this.shown = new Shown(alias(identity), identity, null, nextCheck());
    }

    private static String alias(ClientIdentity identity) {
        return "server-" + identity.certificate().getSerialNumber().toString(16);
    }

    private Instant nextCheck() {
        return clock.instant().plus(PERIOD);
    }

    private @Nullable String alias(String keyType) {
        if (!keyType.startsWith("EC")) {
            return null;
        }
        if (!clock.instant().isBefore(shown.due())) {
            renew();
        }
        return shown.alias();
    }

    private synchronized void renew() {
        Shown now = shown;
        if (clock.instant().isBefore(now.due())) {
            // Somebody else has just looked.
            return;
        }
        shown = new Shown(now.alias(), now.identity(), now.before(), nextCheck());
        try {
            ClientIdentity identity = renewal.renew();
            if (!identity.certificate().equals(now.identity().certificate())) {
                Shown before = new Shown(now.alias(), now.identity(), null, now.due());
                shown = new Shown(alias(identity), identity, before, nextCheck());
            }
        } catch (IOException | GeneralSecurityException e) {
            log.error(
                    "the server's certificate, which is good until {}, could not be renewed; trying again in {} hours",
                    now.identity().certificate().getNotAfter().toInstant(),
                    PERIOD.toHours(),
                    e);
        }
    }

    @Override
    public @Nullable String chooseEngineServerAlias(
            String keyType, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
        return alias(keyType);
    }

    @Override
    public @Nullable String chooseServerAlias(String keyType, Principal @Nullable [] issuers, @Nullable Socket socket) {
        return alias(keyType);
    }

    @Override
    public String @Nullable [] getServerAliases(String keyType, Principal @Nullable [] issuers) {
        String alias = alias(keyType);
        return alias == null ? null : new String[] {alias};
    }

    @Override
    public X509Certificate @Nullable [] getCertificateChain(String alias) {
        ClientIdentity identity = shown.of(alias);
        return identity == null ? null : identity.chain().toArray(new X509Certificate[0]);
    }

    @Override
    public @Nullable PrivateKey getPrivateKey(String alias) {
        ClientIdentity identity = shown.of(alias);
        return identity == null ? null : identity.key();
    }

    @Override
    public String @Nullable [] getClientAliases(String keyType, Principal @Nullable [] issuers) {
        return null;
    }

    @Override
    public @Nullable String chooseClientAlias(
            String[] keyTypes, Principal @Nullable [] issuers, @Nullable Socket socket) {
        return null;
    }
}
