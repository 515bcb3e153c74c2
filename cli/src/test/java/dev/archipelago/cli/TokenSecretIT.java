package dev.archipelago.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.apiserver.kubectl.Kubectl;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Secrets for service account tokens, in a federation and in its cluster.
class TokenSecretIT {
    private static final String SECRET = """
            apiVersion: v1
            kind: Secret
            metadata: {name: %1$s, annotations: {kubernetes.io/service-account.name: %1$s}}
            type: kubernetes.io/service-account-token
            """;

    @TempDir
    private Path home;

    private TestingFederation federation;

    @BeforeEach
    void start() throws Exception {
        federation = TestingFederation.start(home, "--clusters", "c1");
    }

    @AfterEach
    void stop() {
        federation.close();
    }

    private Kubectl at(String context) {
        return federation.kubectl().with("--context=" + context);
    }

    /// A value in a Secret, once it exists.
    private static String awaitData(Kubectl kubectl, String secret, String key) throws InterruptedException {
        String path = "jsonpath={.data." + key + "}";
        TestingFederation.await(() ->
                assertThat(kubectl.ok("get", "secret", secret, "-o", path)).isNotEmpty());
        return new String(Base64.getDecoder().decode(kubectl.ok("get", "secret", secret, "-o", path)), UTF_8);
    }

    @Test
    void aTokenIsGoodAtTheFederationWhileItsSecretIsThere() throws Exception {
        isGoodWhileItsSecretIsThere("federation", "federation/pki/ca.crt");
        assertThat(at("c1").ok("get", "secrets", "-o", "name"))
                .as("a token is good where it was made and is not propagated")
                .isEmpty();
    }

    @Test
    void aTokenIsGoodInAClusterWhileItsSecretIsThere() throws Exception {
        isGoodWhileItsSecretIsThere("c1", "clusters/c1/pki/ca.crt");
    }

    private void isGoodWhileItsSecretIsThere(String context, String authority) throws Exception {
        Kubectl kubectl = at(context);
        assertThat(kubectl.refused(
                        SECRET.formatted("robot").replace("kubernetes.io/service-account.name", "x"),
                        List.of("create")))
                .contains("metadata.annotations[kubernetes.io/service-account.name]: Required value");
        kubectl.ok(SECRET.formatted("robot"), List.of("create"));
        kubectl.ok("create", "serviceaccount", "robot");
        kubectl.ok("create", "rolebinding", "robot", "--clusterrole=view", "--serviceaccount=default:robot");

        String token = awaitData(kubectl, "robot", "token");
        assertThat(awaitData(kubectl, "robot", "namespace")).isEqualTo("default");
        assertThat(awaitData(kubectl, "robot", "ca\\.crt"))
                .isEqualTo(Files.readString(federation.directory().resolve(authority)));
        assertThat(kubectl.ok("describe", "secret", "robot"))
                .contains("kubernetes.io/service-account.uid: "
                        + kubectl.ok("get", "serviceaccount", "robot", "-o", "jsonpath={.metadata.uid}"));

        Kubectl robot = kubectl.with("--token=" + token);
        assertThat(robot.ok("auth", "whoami", "-o", "jsonpath={.status.userInfo.username}"))
                .isEqualTo("system:serviceaccount:default:robot");
        robot.ok("get", "configmaps");
        assertThat(robot.refused("get", "secrets")).contains("Forbidden");

        kubectl.ok("patch", "secret", "robot", "-p", "{\"data\":{\"token\":null}}");
        String another = awaitData(kubectl, "robot", "token");
        assertThat(another).isNotEqualTo(token);
        assertThat(robot.refused("get", "configmaps")).contains("Unauthorized");
        Kubectl again = kubectl.with("--token=" + another);
        again.ok("get", "configmaps");
        kubectl.ok("delete", "secret", "robot");
        assertThat(again.refused("get", "configmaps")).contains("Unauthorized");

        kubectl.ok(SECRET.formatted("robot"), List.of("create"));
        awaitData(kubectl, "robot", "token");
        kubectl.ok("delete", "serviceaccount", "robot");
        TestingFederation.await(
                () -> assertThat(kubectl.refused("get", "secret", "robot")).contains("NotFound"));
    }
}
