package dev.archipelago.controller.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.archipelago.api.errors.ApiException;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.util.Base64;
import java.util.Optional;
import org.bouncycastle.openssl.jcajce.JcaMiscPEMGenerator;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;
import org.bouncycastle.openssl.jcajce.JcaPKCS8Generator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KubeconfigTest {
    @TempDir
    private Path directory;

    private Kubeconfig read(String context, String cluster, String user) throws IOException {
        Path file = Files.writeString(directory.resolve("config"), """
                apiVersion: v1
                kind: Config
                current-context: first
                contexts:
                - name: first
                  context: {cluster: c, user: u}
                - name: second
                  context: {cluster: other, user: u}
                - name: broken
                  context: {cluster: missing, user: u}
                clusters:
                - name: c
                  cluster: %s
                - name: other
                  cluster: {server: "https://other:6443/"}
                users:
                - name: u
                  user: %s
                """.formatted(cluster, user));
        return Kubeconfig.read(file, context);
    }

    private Optional<String> authorization(String user) throws IOException {
        return read("", "{server: 'https://one'}", user).access().credentials().authorization();
    }

    @Test
    void theCurrentContextIsTakenUnlessOneIsNamed() throws IOException {
        assertThat(read("", "{server: 'https://one'}", "{}").server()).hasToString("https://one");
        assertThat(read("second", "{server: 'https://one'}", "{}").server()).hasToString("https://other:6443");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '^',
            value = {
                "nobody | {server: 'https://one'} | {}                        | there is no \"nobody\" among the contexts",
                "broken | {server: 'https://one'} | {}                        | there is no \"missing\" among the clusters",
                "first  | {server: 'ftp://one'}   | {}                        | \"ftp://one\" is not the address of a server",
                "first  | {}                      | {}                        | \"\" is not the address of a server",
                "first  | {server: 'https://one', certificate-authority: none.pem} | {} | none.pem",
                "first  | {server: 'https://one', certificate-authority-data: eA==} | {} | has no certificate in it",
                "first  | {server: 'https://one'} | {exec: {apiVersion: v9, command: x}} | apiVersion \"v9\" is not one of",
                "first  | {server: 'https://one'} | {exec: {apiVersion: client.authentication.k8s.io/v1, command: x, interactiveMode: Always}} | wants to ask people",
            })
    void whatIsWrongIsSaid(String context, String cluster, String user, String message) {
        assertThatThrownBy(() -> read(context, cluster, user))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(message)
                .hasMessageContaining("context " + context);
    }

    @Test
    void usersProveThemselvesInManyWays() throws IOException {
        Files.writeString(directory.resolve("t"), "from-file\n");

        assertThat(authorization("{}")).isEmpty();
        assertThat(authorization("{token: abc}")).contains("Bearer abc");
        assertThat(authorization("{tokenFile: t, token: abc}")).contains("Bearer from-file");
        assertThat(authorization("{username: me, password: it}"))
                .contains("Basic " + Base64.getEncoder().encodeToString("me:it".getBytes(StandardCharsets.UTF_8)));
    }

    @ParameterizedTest
    @CsvSource({
        "EC,  BEGIN EC PRIVATE KEY",
        "EC,  BEGIN PRIVATE KEY",
        "RSA, BEGIN RSA PRIVATE KEY",
        "RSA, BEGIN PRIVATE KEY"
    })
    void keysMayHaveAnyForm(String algorithm, String begin) throws Exception {
        KeyPairGenerator generator = KeyPairGenerator.getInstance(algorithm);
        generator.initialize(algorithm.equals("EC") ? 256 : 1024);
        KeyPair pair = generator.generateKeyPair();
        String pem = pem(pair.getPrivate(), begin.equals("BEGIN PRIVATE KEY"));
        assertThat(pem).contains(begin);

        PrivateKey read = PrivateKeys.read(
                "-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\n" + pem);

        assertThat(read.getAlgorithm()).isEqualTo(algorithm);
        assertThat(read.getEncoded()).isEqualTo(pair.getPrivate().getEncoded());
    }

    private static String pem(PrivateKey key, boolean general) throws IOException {
        StringWriter text = new StringWriter();
        try (JcaPEMWriter writer = new JcaPEMWriter(text)) {
            writer.writeObject(general ? new JcaPKCS8Generator(key, null) : new JcaMiscPEMGenerator(key));
        }
        return text.toString();
    }

    @Test
    void aTextWithoutAKeyIsRefused() {
        assertThatThrownBy(() -> PrivateKeys.read("nothing")).isInstanceOf(GeneralSecurityException.class);
    }

    @Test
    void aProgramIsAskedOnceUntilItsTokenExpires() throws IOException {
        // Says the first two letters of what it is told, and how often it was run.
        Path script = Files.writeString(directory.resolve("plugin"), """
                #!/bin/sh
                echo run >> "$LOG"
                case "$KUBERNETES_EXEC_INFO" in *'"server":"https://one"'*) ;; *) echo no cluster >&2; exit 3;; esac
                n=$(wc -l < "$LOG" | tr -d ' ')
                printf '{"apiVersion":"%s","kind":"ExecCredential","status":{"token":"t%s","expirationTimestamp":"%s"}}' "$1" "$n" "$2"
                """);
        assertThat(script.toFile().setExecutable(true)).isTrue();

        Credentials lasting = plugin("client.authentication.k8s.io/v1", "2999-01-01T00:00:00Z", true);
        assertThat(lasting.authorization()).contains("Bearer t1");
        assertThat(lasting.authorization()).contains("Bearer t1");
        assertThat(lasting.refused()).isTrue();
        assertThat(lasting.authorization()).contains("Bearer t2");

        Credentials expired = plugin("client.authentication.k8s.io/v1beta1", "2001-01-01T00:00:00Z", true);
        assertThat(expired.authorization()).contains("Bearer t3");
        assertThat(expired.authorization()).contains("Bearer t4");

        assertThatThrownBy(() ->
                        plugin("client.authentication.k8s.io/v1", "", false).authorization())
                .isInstanceOf(ApiException.class)
                .hasMessageContaining("ended with 3: no cluster");
    }

    private Credentials plugin(String version, String expiry, boolean informed) throws IOException {
        String user =
                "{exec: {apiVersion: %s, command: ./plugin, args: [%s, '%s'], provideClusterInfo: %s, env: [{name: LOG, value: '%s'}]}}"
                        .formatted(version, version, expiry, informed, directory.resolve("log"));
        return read("", "{server: 'https://one'}", user).access().credentials();
    }
}
