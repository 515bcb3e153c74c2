package dev.archipelago.controller.remote;

import static dev.archipelago.controller.testing.Things.NAMESPACES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.Reason;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.pki.ClientIdentity;
import dev.archipelago.api.pki.Pem;
import dev.archipelago.apiserver.pki.CertificateAuthority;
import dev.archipelago.apiserver.pki.CertificateSpec;
import dev.archipelago.apiserver.testing.TestingApiServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Which certificates are trusted, over real TLS.
class RemoteTlsIT {
    @TempDir
    private static Path directory;

    private static TestingApiServer server;

    @BeforeAll
    static void start() throws Exception {
        server = TestingApiServer.start(directory);
        CertificateAuthority authority = CertificateAuthority.open(directory.resolve("pki"), InstantSource.system());
        ClientIdentity client = authority.issue(CertificateSpec.client("someone", "system:masters"));
        Files.writeString(directory.resolve("client.crt"), Pem.encode(client.certificate()));
        Files.writeString(directory.resolve("client.key"), Pem.encode(client.key()));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    /// @return `ok`, or the error
    private static String outcome(String host, String cluster, String user) throws Exception {
        Path file = Files.writeString(directory.resolve("config"), """
                current-context: test
                contexts: [{name: test, context: {cluster: c, user: me}}]
                clusters: [{name: c, cluster: {server: "https://%s:%d", %s}}]
                users: [{name: me, user: %s}]
                """.formatted(host, server.port(), cluster, user));
        try (RemoteClusterApi api = RemoteClusterApi.connect(Kubeconfig.read(file), "t", "t")) {
            ApiException failure = catchThrowableOfType(
                    ApiException.class,
                    () -> api.get(NAMESPACES, Key.global("default")).orElseThrow());
            return failure == null
                    ? "ok"
                    : failure.reason() == Reason.SERVICE_UNAVAILABLE
                            ? failure.getMessage()
                            : failure.reason().text();
        }
    }

    private static final String AUTHORITY = "certificate-authority: pki/ca.crt";
    private static final String CERTIFICATE = "{client-certificate: client.crt, client-key: client.key}";

    @Test
    void aCertificateSaysWhoWeAre() throws Exception {
        assertThat(outcome("127.0.0.1", AUTHORITY, CERTIFICATE)).isEqualTo("ok");
        assertThat(outcome("127.0.0.1", AUTHORITY, "{}")).isEqualTo("Forbidden");
        assertThat(outcome("127.0.0.1", AUTHORITY, "{token: wrong}")).isEqualTo("Unauthorized");
    }

    @Test
    void aProgramMayGiveTheCertificate() throws Exception {
        Path script = Files.writeString(directory.resolve("plugin"), """
                #!/bin/sh
                esc() { awk '{printf "%%s\\\\n", $0}' "$1"; }
                printf '{"apiVersion":"client.authentication.k8s.io/v1","kind":"ExecCredential","status":{'
                printf '"clientCertificateData":"%s","clientKeyData":"%s"}}' "$(esc "$1")" "$(esc "$2")"
                """.replace("%%s", "%s"));
        assertThat(script.toFile().setExecutable(true)).isTrue();
        String user = "{exec: {apiVersion: client.authentication.k8s.io/v1, command: ./plugin, args: ['%s', '%s']}}"
                .formatted(directory.resolve("client.crt"), directory.resolve("client.key"));

        assertThat(outcome("127.0.0.1", AUTHORITY, user)).isEqualTo("ok");
    }

    @Test
    void onlyTheRightServerIsTrusted() throws Exception {
        assertThat(outcome("127.0.0.1", "x: y", CERTIFICATE)).contains("cannot be reached", "SSLHandshakeException");
        assertThat(outcome("127.0.0.1", "insecure-skip-tls-verify: true", CERTIFICATE))
                .isEqualTo("ok");
    }

    @Test
    void theServerMustHaveTheNameThatIsAskedOfIt() throws Exception {
        assertThat(outcome("127.0.0.1", AUTHORITY + ", tls-server-name: kubernetes", CERTIFICATE))
                .isEqualTo("ok");
        assertThat(outcome("127.0.0.1", AUTHORITY + ", tls-server-name: somebody.else", CERTIFICATE))
                .contains("cannot be reached", "somebody.else");
    }
}
