package dev.archipelago.federation.admission;

import static dev.archipelago.federation.testing.TestingObjects.tree;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.archipelago.api.authn.UserInfo;
import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.FieldError;
import dev.archipelago.api.errors.Reason;
import dev.archipelago.apiserver.authz.Authorizer;
import dev.archipelago.apiserver.authz.RbacIndex;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.ObjectNode;

class ClusterConnectionTest {
    private static final UserInfo ADMIN = UserInfo.of("admin", UserInfo.MASTERS);
    private static final UserInfo JANE = UserInfo.of("jane");
    private static final String GOOD =
            "apiEndpoint: 'https://member.example:6443', secretRef: {namespace:" + " archipelago-system, name: c1}";

    private final Authorizer rights = new RbacIndex();

    private static ObjectNode cluster(String spec) {
        return tree("{metadata: {name: c1}, spec: {%s}}".formatted(spec));
    }

    private List<String> problems(UserInfo user, String spec, @Nullable String old) {
        List<FieldError> errors = new ArrayList<>();
        ClusterConnection.check(cluster(spec), old == null ? null : cluster(old), user, rights, errors);
        return errors.stream().map(FieldError::toString).toList();
    }

    @Test
    void whoMayReadTheSecretMaySayWhereItGoes() {
        assertThat(problems(ADMIN, GOOD, null)).isEmpty();
    }

    @Test
    void whoMayNotReadTheSecretMayNotHaveItSentAnywhere() {
        assertThatThrownBy(() -> problems(JANE, GOOD, null))
                .isInstanceOfSatisfying(
                        ApiException.class, e -> assertThat(e.reason()).isEqualTo(Reason.FORBIDDEN))
                .hasMessageContaining("user \"jane\" cannot get Secret archipelago-system/c1");
        assertThatThrownBy(
                        () -> problems(JANE, "impersonatorSecretRef: {namespace: archipelago-system, name: x}", null))
                .hasMessageContaining("spec.impersonatorSecretRef");
    }

    @ParameterizedTest
    @CsvSource({
        "apiEndpoint: 'https://elsewhere.example'",
        "insecureSkipTLSVerification: true",
        "impersonatorSecretRef: {namespace: archipelago-system; name: c1}",
    })
    void whoChangesTheConnectionMustBeAllowedToReadTheSecret(String change) {
        String changed = GOOD + ", " + change.replace(';', ',');
        changed = change.startsWith("apiEndpoint") ? changed.substring(changed.indexOf("secretRef")) : changed;
        String spec = changed;
        assertThatThrownBy(() -> problems(JANE, spec, GOOD)).hasMessageContaining("cannot get Secret");
        assertThat(problems(ADMIN, spec, GOOD)).isEmpty();
    }

    @Test
    void whoeverMayWriteAClusterMayChangeTheRest() {
        assertThat(problems(JANE, GOOD + ", taints: [{key: a, effect: NoSchedule}]", GOOD))
                .isEmpty();
        String old = "apiEndpoint: 'http://old.example', secretRef: {namespace: other, name: s}";
        assertThat(problems(JANE, old + ", region: north", old)).isEmpty();
    }

    @Test
    void credentialsAreTheFederationsOwn() {
        assertThat(problems(ADMIN, "secretRef: {namespace: kube-system, name: s}", null))
                .singleElement()
                .asString()
                .contains("spec.secretRef.namespace", "archipelago-system");
        assertThat(problems(ADMIN, "secretRef: {namespace: karmada-cluster, name: s}", null))
                .isEmpty();
        assertThat(problems(ADMIN, "secretRef: {namespace: archipelago-system}", null))
                .singleElement()
                .asString()
                .contains("spec.secretRef.name");
    }

    @Test
    void thereIsNoProxyInBetween() {
        assertThat(problems(ADMIN, "proxyURL: 'http://proxy.example', proxyHeader: {a: b}", null))
                .hasSize(2);
    }
}
