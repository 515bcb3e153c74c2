package dev.archipelago.controller.remote;

import java.io.IOException;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;

/// TLS settings of connections to an API server.
final class ClientTls {
    private ClientTls() {}

    /// @param authorities the trusted certificate authorities; none for the trust store of the machine
    /// @param insecure whether the server's certificate is not verified
    /// @param serverName the name expected in the server's certificate; empty for the host of its address
    static SSLContext context(List<X509Certificate> authorities, boolean insecure, String serverName, ClientKey key)
            throws GeneralSecurityException, IOException {
        TrustManager[] trust = insecure ? new TrustManager[] {new TrustAll()} : trustManagers(authorities);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(new KeyManager[] {key}, trust, null);
        return serverName.isEmpty() ? context : NamedServerContext.of(context, serverName);
    }

    private static TrustManager[] trustManagers(List<X509Certificate> authorities)
            throws GeneralSecurityException, IOException {
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        if (authorities.isEmpty()) {
            factory.init((KeyStore) null);
        } else {
            KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
            store.load(null, null);
            for (int i = 0; i < authorities.size(); i++) {
                store.setCertificateEntry("authority-" + i, authorities.get(i));
            }
            factory.init(store);
        }
        return factory.getTrustManagers();
    }

    /// For `insecure-skip-tls-verify`: accepts every certificate.
    private static final class TrustAll extends X509ExtendedTrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String authType) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String authType) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
