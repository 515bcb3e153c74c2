package dev.archipelago.controller.remote;

import java.security.KeyManagementException;
import java.security.SecureRandom;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLContextSpi;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocketFactory;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;

/// TLS to a server whose certificate has another name than its address, for `tls-server-name`.
///
/// The HTTP client has no setting for this name, so the TLS engines that it requests are created for the other name.
final class NamedServerContext extends SSLContextSpi {
    private final SSLContext context;
    private final String serverName;

    private NamedServerContext(SSLContext context, String serverName) {
        this.context = context;
        this.serverName = serverName;
    }

    static SSLContext of(SSLContext context, String serverName) {
        return new SSLContext(
                new NamedServerContext(context, serverName), context.getProvider(), context.getProtocol()) {};
    }

    @Override
    protected SSLEngine engineCreateSSLEngine(String host, int port) {
        return context.createSSLEngine(serverName, port);
    }

    @Override
    protected SSLEngine engineCreateSSLEngine() {
        return context.createSSLEngine();
    }

    @Override
    protected void engineInit(
            KeyManager @Nullable [] keys, TrustManager @Nullable [] trust, @Nullable SecureRandom random)
            throws KeyManagementException {
        context.init(keys, trust, random);
    }

    @Override
    protected SSLSocketFactory engineGetSocketFactory() {
        return context.getSocketFactory();
    }

    @Override
    protected SSLServerSocketFactory engineGetServerSocketFactory() {
        return context.getServerSocketFactory();
    }

    @Override
    protected SSLSessionContext engineGetServerSessionContext() {
        return context.getServerSessionContext();
    }

    @Override
    protected SSLSessionContext engineGetClientSessionContext() {
        return context.getClientSessionContext();
    }

    @Override
    protected SSLParameters engineGetDefaultSSLParameters() {
        return context.getDefaultSSLParameters();
    }

    @Override
    protected SSLParameters engineGetSupportedSSLParameters() {
        return context.getSupportedSSLParameters();
    }
}
