package dev.archipelago.store.etcd;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.archipelago.store.Store;
import dev.archipelago.store.StoreException;
import dev.archipelago.store.Transaction;
import dev.archipelago.testing.TestingEtcd;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// etcd behind TLS, with client certificates.
class EtcdTlsIT {
    private static final String PASSWORD = "changeit";

    @TempDir
    private Path directory;

    @Test
    void certificatesAreShownAndChecked() throws Exception {
        makeCertificate();
        Path certificate = directory.resolve("certificate.pem");
        Path key = directory.resolve("key.pem");
        try (TestingEtcd etcd = TestingEtcd.startSecure(certificate, key)) {
            EtcdOptions options = EtcdOptions.at(etcd.endpoints()).withTimeout(Duration.ofSeconds(15));
            try (Store store = EtcdStore.open(options.withTls(new EtcdOptions.Tls(certificate, certificate, key)))) {
                store.commit(Transaction.create("/a", "x".getBytes(UTF_8)));
                assertThat(store.get("/a")).isPresent();
            }

            assertThatThrownBy(() -> EtcdStore.open(options.withTimeout(Duration.ofSeconds(1))))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("does not answer");
        }
    }

    /// One certificate that signs itself and serves both sides.
    private void makeCertificate() throws Exception {
        Path store = directory.resolve("keys.p12");
        String keytool =
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
        String options = "-genkeypair -keyalg EC -alias etcd -dname CN=etcd -ext san=ip:127.0.0.1 -ext bc=ca:true"
                + " -storetype PKCS12 -keystore " + store + " -storepass " + PASSWORD;
        Process process = new ProcessBuilder(List.of((keytool + " " + options).split(" ")))
                .inheritIO()
                .start();
        assertThat(process.waitFor()).isZero();
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, PASSWORD.toCharArray());
        }
        write("certificate.pem", "CERTIFICATE", keys.getCertificate("etcd").getEncoded());
        write(
                "key.pem",
                "PRIVATE KEY",
                keys.getKey("etcd", PASSWORD.toCharArray()).getEncoded());
    }

    private void write(String file, String label, byte[] content) throws Exception {
        String body = Base64.getMimeEncoder(64, "\n".getBytes(UTF_8)).encodeToString(content);
        String dashes = "-----";
        String begin = dashes + "BEGIN " + label + dashes;
        String end = dashes + "END " + label + dashes;
        Files.writeString(directory.resolve(file), begin + "\n" + body + "\n" + end + "\n");
    }
}
