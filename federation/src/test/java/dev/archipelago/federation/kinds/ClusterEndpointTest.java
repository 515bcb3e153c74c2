package dev.archipelago.federation.kinds;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClusterEndpointTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://member.example",
                "https://member.example:6443",
                "https://127.0.0.1:6443/",
                "https://[::1]:6443",
                "https://rancher.example/k8s/clusters/c-m-abc123",
            })
    void isHttpsToAHost(String endpoint) {
        assertThat(ClusterEndpoint.problem(endpoint)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "http://member.example, https://",
        "ftp://member.example, https://",
        "member.example:6443, https://",
        "'', https://",
        "https://, is not a URL",
        "https:///api, host",
        "https://member.example:0, port",
        "https://member.example:70000, port",
        "https://user:word@member.example, user",
        "https://user@member.example, user",
        "https://member.example?x=y, query",
        "https://member.example/#x, fragment",
        "https://member.example/a/../b, path",
        "https://member.example//b, path",
        "https://member.example/%2e%2e, path",
        "https://mem ber.example, is not a URL",
    })
    void isNothingElse(String endpoint, String problem) {
        assertThat(ClusterEndpoint.problem(endpoint)).contains(problem);
    }
}
