package dev.archipelago.federation.membership;

import static dev.archipelago.federation.testing.TestingObjects.read;
import static dev.archipelago.federation.testing.TestingObjects.tree;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.archipelago.federation.kinds.Cluster;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.ObjectNode;

/// Which endpoints credentials are sent to, without admission.
class RemoteConnectorTest {
    private static final String OWN = "secretRef: {namespace: archipelago-system, name: c1}";

    private static Cluster cluster(String endpoint, String more) {
        return read(Cluster.KIND, "{metadata: {name: c1}, spec: {apiEndpoint: '%s', %s}}".formatted(endpoint, more));
    }

    private static ObjectNode secret(String scope) {
        return tree("{metadata: {annotations: {archipelago.dev/api-endpoint: '%s'}}, data: {token: dA==}}"
                .formatted(scope));
    }

    private static void connect(Cluster cluster, ObjectNode secret) throws IOException {
        new RemoteConnector().connect(cluster, secret).close();
    }

    @ParameterizedTest
    @CsvSource({"''", "https://member.example:1"})
    void reachesAMemberWithCredentialsThatAreForIt(String scope) throws IOException {
        connect(cluster("https://member.example:1", OWN), secret(scope));
        assertThat(new RemoteConnector().sendsCredentials(cluster("https://member.example:1", OWN)))
                .isTrue();
    }

    @Test
    void sendsNothingToAnotherServerThanTheCredentialsAreFor() {
        assertThatThrownBy(() -> connect(cluster("https://evil.example", OWN), secret("https://member.example:1")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("is for \"https://member.example:1\" and not for \"https://evil.example\"");
        Cluster believing = cluster("https://member.example:1", OWN + ", insecureSkipTLSVerification: true");
        assertThatThrownBy(() -> connect(believing, secret("https://member.example:1")))
                .hasMessageContaining("insecure");
    }

    @Test
    void sendsNothingOverHttpNorOfOtherPeoplesSecrets() {
        assertThatThrownBy(() -> connect(cluster("http://member.example", OWN), secret("")))
                .hasMessageContaining("https://");
        assertThatThrownBy(() -> connect(
                        cluster("https://member.example", "secretRef: {namespace: kube-system, name: s}"), secret("")))
                .hasMessageContaining("spec.secretRef.namespace");
    }
}
