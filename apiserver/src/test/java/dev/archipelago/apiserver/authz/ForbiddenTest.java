package dev.archipelago.apiserver.authz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.api.authn.UserInfo;
import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.Reason;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ForbiddenTest {
    private static final UserInfo BOB = UserInfo.of("bob");
    private static final Decision NO = new Decision.NoOpinion("");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            value = {
                "list|''|pods|''|default|''|pods is forbidden: User \"bob\" cannot list resource \"pods\" in API group \"\" in the namespace \"default\"",
                "get|apps|deployments|''|default|web|deployments.apps \"web\" is forbidden: User \"bob\" cannot get resource \"deployments\" in API group \"apps\" in the namespace \"default\"",
                "get|''|pods|log|default|p|pods \"p\" is forbidden: User \"bob\" cannot get resource \"pods/log\" in API group \"\" in the namespace \"default\"",
                "create|''|namespaces|''|''|''|namespaces is forbidden: User \"bob\" cannot create resource \"namespaces\" in API group \"\" at the cluster scope",
            })
    void wordsTheRefusalAsKubernetesDoes(
            String verb,
            String group,
            String resource,
            String subresource,
            String namespace,
            String name,
            String message) {
        Attributes attributes = Attributes.ofResource(BOB, verb, group, "v1", resource, subresource, namespace, name);

        ApiException refusal = Forbidden.because(attributes, NO);

        assertThat(refusal).hasMessage(message);
        assertThat(refusal.reason()).isEqualTo(Reason.FORBIDDEN);
        assertThat(refusal.details()).isEqualTo(ApiException.Details.of(group, resource, name));
    }

    @Test
    void namesThePathOfOtherRequests() {
        assertThat(Forbidden.because(Attributes.ofPath(UserInfo.ANONYMOUS, "get", "/metrics"), NO))
                .hasMessage("forbidden: User \"system:anonymous\" cannot get path \"/metrics\"");
    }

    @Test
    void addsTheReason() {
        assertThat(Forbidden.because(Attributes.ofPath(BOB, "get", "/x"), new Decision.NoOpinion("RBAC: lost")))
                .hasMessage("forbidden: User \"bob\" cannot get path \"/x\": RBAC: lost");
    }

    @Test
    void letsNoNamePlayTricks() {
        UserInfo strange = UserInfo.of("a\"b\n<script>\u0001\\");

        assertThat(Forbidden.because(Attributes.ofPath(strange, "get", "/"), NO))
                .hasMessage("forbidden: User \"a\\\"b\\n&lt;script&gt;\\x01\\\\\" cannot get path \"/\"");
    }
}
