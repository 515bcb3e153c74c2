package dev.archipelago.apiserver.pki;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.InstantSource;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.conscrypt.Conscrypt;

/// What the HTTPS listener needs of this package.
public final class ServerTls {
    private ServerTls() {}

    /// Contexts that show the server's certificate and trust client certificates of the authority.
    ///
    /// Whether a client must show one is set on the listener: it should want one and not need one, since tokens are
    /// the other way to say who you are.
    ///
    /// @param name of the server's identity, which is renewed in time
    public static TlsContexts contexts(
            CertificateAuthority authority, String name, CertificateSpec spec, InstantSource clock)
            throws GeneralSecurityException, IOException {
        KeyManager server =
                new RenewingKeyManager(authority.identity(name, spec), () -> authority.identity(name, spec), clock);
        TrustManager[] trust = trusting(authority.certificate());
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

    private static SSLContext context(SSLContext context, KeyManager server, TrustManager[] trust)
            throws GeneralSecurityException {
        context.init(new KeyManager[] {server}, trust, null);
        return context;
    }

    private static TrustManager[] trusting(X509Certificate authority) throws GeneralSecurityException, IOException {
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
        trusted.load(null, null);
        trusted.setCertificateEntry("authority", authority);
        trust.init(trusted);
        return trust.getTrustManagers();
    }
}
