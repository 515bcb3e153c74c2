package dev.archipelago.apiserver.pki;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.archipelago.api.pki.ClientIdentity;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

@ParameterizedClass
@ValueSource(booleans = {true, false})
final class ServerTlsTest {
    @Parameter
    boolean quick;

    @TempDir
    Path directory;

    private CertificateAuthority authority;
    private SSLContext server;

    // So long ago that a certificate of then, which is good for a year, still is and soon is not.
    private Instant now = Instant.now().minus(Duration.ofDays(342));

    @BeforeEach
    void listen() throws Exception {
        authority = CertificateAuthority.open(directory.resolve("own"), () -> now);
        TlsContexts contexts = ServerTls.contexts(
                authority,
                "apiserver",
                CertificateSpec.server(
                        "kube-apiserver", List.of("localhost"), List.of(InetAddress.ofLiteral("127.0.0.1"))),
                () -> now);
        server = quick ? contexts.quick() : contexts.frugal();
    }

    @Test
    void letsAClientInThatShowsNoCertificate() throws Exception {
        SSLEngine accepted = handshake(client(null, authority.certificate()));

        assertThat(accepted.getSession().getProtocol()).isEqualTo("TLSv1.3");
        assertThatThrownBy(() -> accepted.getSession().getPeerCertificates())
                .isInstanceOf(SSLPeerUnverifiedException.class);
    }

    @Test
    void learnsWhoAClientIsFromItsCertificate() throws Exception {
        ClientIdentity jane = authority.issue(CertificateSpec.client("jane", "dev"));

        SSLEngine accepted = handshake(client(jane, authority.certificate()));

        X509Certificate peer = (X509Certificate) accepted.getSession().getPeerCertificates()[0];
        assertThat(CertificateSubject.of(peer)).isEqualTo(new CertificateSubject("jane", List.of("dev")));
    }

    @Test
    void turnsAwayACertificateOfAnotherAuthority() throws Exception {
        CertificateAuthority other = CertificateAuthority.open(directory.resolve("other"), InstantSource.system());
        ClientIdentity forged = other.issue(CertificateSpec.client("jane", "system:masters"));

        assertThatThrownBy(() -> handshake(client(forged, authority.certificate())))
                .isInstanceOf(SSLException.class);
    }

    @Test
    void turnsAwayAServerCertificateUsedByAClient() throws Exception {
        ClientIdentity wrong = authority.issue(CertificateSpec.server("jane", List.of("jane"), List.of()));

        assertThatThrownBy(() -> handshake(client(wrong, authority.certificate())))
                .isInstanceOf(SSLException.class);
    }

    @Test
    void isNotBelievedByAClientThatTrustsAnotherAuthority() throws Exception {
        CertificateAuthority other = CertificateAuthority.open(directory.resolve("other"), InstantSource.system());

        assertThatThrownBy(() -> handshake(client(null, other.certificate()))).isInstanceOf(SSLException.class);
    }

    @Test
    void showsANewCertificateWhenTheOldOneEndsSoon() throws Exception {
        X509Certificate first = shown();
        now = now.plus(Duration.ofDays(300));
        assertThat(shown()).isEqualTo(first);

        now = now.plus(Duration.ofDays(40));
        X509Certificate renewed = shown();
        assertThat(renewed.getNotAfter()).isAfter(first.getNotAfter());
        assertThat(shown()).isEqualTo(renewed);
    }

    @Test
    void goesOnWithTheOldCertificateWhileItCannotBeRenewed() throws Exception {
        X509Certificate first = shown();
        now = now.plus(Duration.ofDays(340));
        Path blocked = Files.createDirectories(directory.resolve("own/apiserver.key.new/in-the-way"));
        assertThat(shown()).isEqualTo(first);

        Files.delete(blocked);
        now = now.plus(RenewingKeyManager.PERIOD);
        assertThat(shown()).isNotEqualTo(first);
    }

    /// The certificate that a client gets to see.
    private X509Certificate shown() throws Exception {
        SSLEngine accepted = handshake(client(null, authority.certificate()));
        return (X509Certificate) accepted.getSession().getLocalCertificates()[0];
    }

    private static SSLContext client(@Nullable ClientIdentity identity, X509Certificate trusted) throws Exception {
        KeyStore keys = KeyStore.getInstance("JKS");
        keys.load(null, null);
        if (identity != null) {
            keys.setKeyEntry("me", identity.key(), new char[0], identity.chain().toArray(new X509Certificate[0]));
        }
        keys.setCertificateEntry("ca", trusted);
        KeyManagerFactory keyManagers = KeyManagerFactory.getInstance("SunX509");
        keyManagers.init(keys, new char[0]);
        TrustManagerFactory trustManagers = TrustManagerFactory.getInstance("PKIX");
        trustManagers.init(keys);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keyManagers.getKeyManagers(), trustManagers.getTrustManagers(), null);
        return context;
    }

    /// Shakes hands in memory, to the end on both sides, and gives the server's side.
    private SSLEngine handshake(SSLContext clientContext) throws Exception {
        SSLEngine client = clientContext.createSSLEngine("localhost", 6443);
        client.setUseClientMode(true);
        SSLParameters verify = client.getSSLParameters();
        verify.setEndpointIdentificationAlgorithm("HTTPS");
        client.setSSLParameters(verify);
        SSLEngine accepting = server.createSSLEngine();
        accepting.setUseClientMode(false);
        accepting.setWantClientAuth(true);
        ByteBuffer toServer = ByteBuffer.allocate(1 << 16);
        ByteBuffer toClient = ByteBuffer.allocate(1 << 16);
        client.beginHandshake();
        accepting.beginHandshake();
        for (int step = 0; step < 100; step++) {
            if (client.getHandshakeStatus() == HandshakeStatus.NOT_HANDSHAKING
                    && accepting.getHandshakeStatus() == HandshakeStatus.NOT_HANDSHAKING
                    && toServer.position() == 0) {
                return accepting;
            }
            step(client, toClient, toServer);
            step(accepting, toServer, toClient);
        }
        throw new IllegalStateException("the handshake does not end");
    }

    private static void step(SSLEngine engine, ByteBuffer in, ByteBuffer out) throws SSLException {
        switch (engine.getHandshakeStatus()) {
            case NEED_TASK -> {
                for (Runnable task = engine.getDelegatedTask(); task != null; task = engine.getDelegatedTask()) {
                    task.run();
                }
            }
            case NEED_WRAP -> engine.wrap(ByteBuffer.allocate(0), out);
            case NEED_UNWRAP, NEED_UNWRAP_AGAIN, NOT_HANDSHAKING, FINISHED -> {
                in.flip();
                if (in.hasRemaining()) {
                    engine.unwrap(in, ByteBuffer.allocate(1 << 16));
                }
                in.compact();
            }
        }
    }
}
