package dev.archipelago.federation.membership;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.archipelago.api.authn.UserInfo;
import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.Reason;
import dev.archipelago.api.relay.Relay;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SecretGuardTest {
    private final List<String> passed = new ArrayList<>();
    private final SecretGuard guard = new SecretGuard((request, answer) -> passed.add(request.path()), () -> {});

    private static final Relay.Answer NOBODY = new Relay.Answer() {
        @Override
        public void begin(int status, List<Relay.Header> headers) {}

        @Override
        public void write(byte[] bytes, int length) {}

        @Override
        public void whenGone(Runnable action) {}
    };

    private void ask(String method, String path) throws IOException {
        guard.pass(new Relay.Request(UserInfo.of("jane"), method, "c1", path, "", List.of(), new byte[0]), NOBODY);
    }

    @ParameterizedTest
    @CsvSource({
        "GET, /api/v1/secrets",
        "GET, /api/v1/secrets/",
        "GET, /api/v1/namespaces/shop/secrets",
        "GET, /api/v1/namespaces/shop/secrets/s",
        "HEAD, /api/v1/namespaces/shop/secrets/s",
        "GET, /api/v1/watch/secrets",
        "GET, /api/v1/watch/namespaces/shop/secrets/s",
        "PUT, /api/v1/namespaces/shop/secrets/s",
        "PATCH, /api/v1/namespaces/shop/secrets/s",
        "DELETE, /api/v1/namespaces/shop/secrets",
        "POST, /api/v1/namespaces/shop/secrets",
        "GET, /api/v1/%73ecrets",
        "GET, /%61pi/v1/namespaces/shop/sec%72ets/s",
        "GET, /api/v1/n%61mespaces/shop/secrets",
        "GET, /api/v1/Secrets",
        "POST, /api/v1/namespaces/shop/serviceaccounts/default/token",
        "GET, /api/v1/namespaces/shop/pods/p/exec",
        "POST, /api/v1/namespaces/shop/pods/p/attach",
        "GET, /api/v1/namespaces/shop/pods/p/portforward",
        "GET, /api/v1/namespaces/shop/services/s/proxy/x",
        "GET, /api/v1/nodes/n/proxy/pods",
        "PATCH, /api/v1/namespaces/shop/pods/p/ephemeralcontainers",
        "POST, /apis/rbac.authorization.k8s.io/v1/namespaces/shop/rolebindings",
        "PATCH, /apis/rbac.authorization.k8s.io/v1/clusterroles/admin",
        "POST, /api/v1/namespaces/shop/pods",
        "PUT, /apis/apps/v1/namespaces/shop/deployments/d",
        "PATCH, /apis/example.org/v1/namespaces/shop/databases/d",
        "DELETE, /api/v1/namespaces/shop/configmaps/c",
    })
    void doesNotPassWhatIsAboutSecretsOrTakesTheAccountsRights(String method, String path) {
        assertThatThrownBy(() -> ask(method, path))
                .isInstanceOfSatisfying(
                        ApiException.class, e -> assertThat(e.reason()).isEqualTo(Reason.FORBIDDEN))
                .hasMessageContaining("--impersonate");
        assertThat(passed).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "GET, ''",
        "GET, /",
        "GET, /version",
        "GET, /api",
        "GET, /api/v1",
        "GET, /apis/apps/v1",
        "GET, /api/v1/pods",
        "GET, /api/v1/namespaces/secrets",
        "GET, /api/v1/namespaces/secrets/pods",
        "GET, /api/v1/namespaces/shop/pods/secrets",
        "GET, /api/v1/namespaces/shop/pods/exec",
        "GET, /api/v1/namespaces/shop/pods/p/log",
        "POST, /apis/authentication.k8s.io/v1/selfsubjectreviews",
        "GET, /apis/rbac.authorization.k8s.io/v1/clusterroles",
        "GET, /apis/example.org/v1/namespaces/shop/secrets",
    })
    void passesTheRest(String method, String path) throws IOException {
        ask(method, path);
        assertThat(passed).containsExactly(path);
    }
}
