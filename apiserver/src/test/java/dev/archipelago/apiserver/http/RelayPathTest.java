package dev.archipelago.apiserver.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.apiserver.request.RequestInfo;
import org.eclipse.jetty.http.HttpURI;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RelayPathTest {
    private static final String PROXY = "/apis/example.com/v1/houses/h1/proxy";

    /// As the server takes it apart, which decides who may ask.
    private static String after(String path) {
        String decoded = HttpURI.from(path).getDecodedPath();
        return RelayPath.after(path, RequestInfo.parse("GET", decoded == null ? "/" : decoded, false));
    }

    @ParameterizedTest
    @CsvSource({
        "'', ''",
        "/, /",
        "/api/v1/pods, /api/v1/pods",
        "/api/v1/pods/, /api/v1/pods/",
        "/apis/rbac.authorization.k8s.io/v1/clusterroles/system:node, /apis/rbac.authorization.k8s.io/v1/clusterroles/system:node",
        "/api/v1/namespaces/a%20b, /api/v1/namespaces/a%20b",
    })
    void passesOnWhatFollowsAsItWasWritten(String rest, String passed) {
        assertThat(after(PROXY + rest)).isEqualTo(passed);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                PROXY + "/a/../b",
                PROXY + "/a/./b",
                PROXY + "/a//b",
                PROXY + "//api",
                PROXY + "/%2e%2e/a",
                PROXY + "/a%2Fb",
                PROXY + "/a%2fb",
                PROXY + "/a%5cb",
                PROXY + "/a%252e",
                PROXY + "/a/..",
                "/apis/example.com/v1/houses/h2/../h1/proxy/api",
                "/apis/example.com//v1/houses/h1/proxy/api",
                "/apis/example.com/v1/houses/%681/proxy/api",
                "/apis/example.com/v1/watch/houses/h1/proxy/api",
            })
    void refusesWhatAnotherServerMayReadOtherwise(String path) {
        assertThatThrownBy(() -> after(path))
                .isInstanceOf(ApiException.class)
                .hasMessageContaining("the path cannot be passed on");
    }
}
