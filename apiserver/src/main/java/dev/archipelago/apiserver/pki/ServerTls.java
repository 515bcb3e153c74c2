package dev.archipelago.apiserver.pki;

import java.io.IOException;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.Provider;
import java.security.cert.X509Certificate;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedKeyManager;
import org.conscrypt.Conscrypt;
import org.jspecify.annotations.Nullable;

/// What the HTTPS listener needs of this package.
public final class ServerTls {
    private ServerTls() {}

    /// Contexts that show the server's certificate and trust client certificates of one authority.
    ///
    /// Whether a client must show one is set on the listener: it should want one and not need one, since tokens are
    /// the other way to say who you are.
    public static TlsContexts contexts(Identity server, X509Certificate clientAuthority)
            throws GeneralSecurityException, IOException {
        TrustManager[] trust =
                trusting(clientAuthority, TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm()));
        if (!Conscrypt.isAvailable()) {
            return TlsContexts.only(context(SSLContext.getInstance("TLS"), server, trust));
        }
        SSLContext quick = context(SSLContext.getInstance("TLS", Conscrypt.newProvider()), server, trust);
        return new TlsContexts(quick, () -> {
            try {
                return context(SSLContext.getInstance("TLS"), server, trust);
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException("the TLS of the JDK cannot be had", e);
            }
        });
    }

    private static SSLContext context(SSLContext context, Identity server, TrustManager[] trust)
            throws GeneralSecurityException {
        context.init(new KeyManager[] {new OneKey(server)}, trust, null);
        return context;
    }

    /// A context for a client that shows nothing and trusts what one authority signed.
    public static SSLContext clientContext(X509Certificate authority) throws GeneralSecurityException, IOException {
        String algorithm = TrustManagerFactory.getDefaultAlgorithm();
        SSLContext context;
        TrustManagerFactory trust;
        if (Conscrypt.isAvailable()) {
            // Its trust manager too: that of the JDK does not know what the other calls the server's kind of key.
            Provider provider =
                    Conscrypt.newProviderBuilder().provideTrustManager(true).build();
            context = SSLContext.getInstance("TLS", provider);
            trust = TrustManagerFactory.getInstance(algorithm, provider);
        } else {
            context = SSLContext.getInstance("TLS");
            trust = TrustManagerFactory.getInstance(algorithm);
        }
        context.init(null, trusting(authority, trust), null);
        return context;
    }

    private static TrustManager[] trusting(X509Certificate authority, TrustManagerFactory trust)
            throws GeneralSecurityException, IOException {
        KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
        trusted.load(null, null);
        trusted.setCertificateEntry("authority", authority);
        trust.init(trusted);
        return trust.getTrustManagers();
    }

    /// The one key, without a key store: those encrypt what they hold, which would cost a start more than all the
    /// rest.
    private static final class OneKey extends X509ExtendedKeyManager {
        private static final String ALIAS = "server";

        private final Identity identity;
        private final X509Certificate[] chain;

        OneKey(Identity identity) {
            this.identity = identity;
            this.chain = identity.chain().toArray(new X509Certificate[0]);
        }

        private @Nullable String alias(String keyType) {
            return keyType.startsWith("EC") ? ALIAS : null;
        }

        @Override
        public @Nullable String chooseEngineServerAlias(
                String keyType, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
            return alias(keyType);
        }

        @Override
        public @Nullable String chooseServerAlias(
                String keyType, Principal @Nullable [] issuers, @Nullable Socket socket) {
            return alias(keyType);
        }

        @Override
        public String @Nullable [] getServerAliases(String keyType, Principal @Nullable [] issuers) {
            return alias(keyType) == null ? null : new String[] {ALIAS};
        }

        @Override
        public X509Certificate @Nullable [] getCertificateChain(String alias) {
            return ALIAS.equals(alias) ? chain.clone() : null;
        }

        @Override
        public @Nullable PrivateKey getPrivateKey(String alias) {
            return ALIAS.equals(alias) ? identity.key() : null;
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
}
