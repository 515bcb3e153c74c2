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

/// TLS towards an API server.
final class ClientTls {
    private ClientTls() {}

    /// @param authorities whose servers are trusted; none for those that the machine trusts
    /// @param insecure whether any server will do
    /// @param serverName the name that the server's certificate must have; empty for the one it is called by
    static SSLContext context(List<X509Certificate> authorities, boolean insecure, String serverName, ClientKey key)
            throws GeneralSecurityException, IOException {
        TrustManager[] trust = insecure ? new TrustManager[] {new TrustAnybody()} : trusting(authorities);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(new KeyManager[] {key}, trust, null);
        return serverName.isEmpty() ? context : NamedServerContext.of(context, serverName);
    }

    private static TrustManager[] trusting(List<X509Certificate> authorities)
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

    /// For `insecure-skip-tls-verify`, which people ask for by that name.
    private static final class TrustAnybody extends X509ExtendedTrustManager {
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
