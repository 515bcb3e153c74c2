package dev.archipelago.federation.match;

import static dev.archipelago.federation.testing.TestingObjects.globalPolicy;
import static dev.archipelago.federation.testing.TestingObjects.policy;
import static dev.archipelago.federation.testing.TestingObjects.read;
import static dev.archipelago.federation.testing.TestingObjects.template;
import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.federation.kinds.Binding;
import dev.archipelago.federation.kinds.Policy;
import dev.archipelago.federation.workload.Template;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PolicyMatchTest {
    private static final String BY_KIND = "{apiVersion: apps/v1, kind: Deployment}";
    private static final String BY_LABEL =
            "{apiVersion: apps/v1, kind: Deployment, labelSelector: {matchLabels: {app: a}}}";
    private static final String BY_NAME = "{apiVersion: apps/v1, kind: Deployment, name: web}";

    private final Template web = template("apps/v1 Deployment", "{metadata: {name: web, labels: {app: a}}}");

    private static String about(int priority, String selector) {
        return "{priority: %d, resourceSelectors: [%s]}".formatted(priority, selector);
    }

    private String find(@Nullable Binding binding, List<Policy> inNamespace, List<Policy> global) {
        return PolicyMatch.find(web, binding, inNamespace, global)
                .map(ApiObject::name)
                .orElse("none");
    }

    private String best(Policy... policies) {
        return find(null, List.of(policies), List.of());
    }

    private static Binding claimedBy(String annotations) {
        return read(
                Binding.KIND,
                "{metadata: {name: web-deployment, namespace: shop, annotations: %s}}".formatted(annotations));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{apiVersion: apps/v1, kind: Deployment} | 1",
                "{apiVersion: apps/v1, kind: Deployment, namespace: shop} | 1",
                "{apiVersion: apps/v1, kind: Deployment, namespace: other} | 0",
                "{apiVersion: apps/v1, kind: StatefulSet} | 0",
                "{apiVersion: apps/v2, kind: Deployment} | 0",
                "{kind: Deployment} | 0",
                "{apiVersion: apps/v1, kind: Deployment, name: web} | 3",
                "{apiVersion: apps/v1, kind: Deployment, name: other} | 0",
                "{apiVersion: apps/v1, kind: Deployment, labelSelector: {matchLabels: {app: a}}} | 2",
                "{apiVersion: apps/v1, kind: Deployment, labelSelector: {matchLabels: {app: b}}} | 0",
                "{apiVersion: apps/v1, kind: Deployment, labelSelector: {matchExpressions:"
                        + " [{key: app, operator: Exists}]}} | 2",
                // A name takes precedence over labels.
                "{apiVersion: apps/v1, kind: Deployment, name: web, labelSelector: {matchLabels: {app: b}}} | 3",
            })
    void isAboutAnObjectMoreOrLessExactly(String selector, int exactness) {
        Policy policy = policy("p", about(0, selector));
        assertThat(ResourceSelectors.exactness(policy, web)).isEqualTo(exactness);
        assertThat(best(policy)).isEqualTo(exactness > 0 ? "p" : "none");
    }

    @Test
    void theMostExactOfItsSelectorsCounts() {
        Policy policy = policy("p", about(0, BY_KIND + ", " + BY_NAME + ", " + BY_LABEL));
        assertThat(ResourceSelectors.exactness(policy, web)).isEqualTo(3);
    }

    @Test
    void higherPriorityWinsThenExactnessThenTheFirstName() {
        assertThat(best(policy("a", about(0, BY_NAME)), policy("b", about(1, BY_KIND))))
                .isEqualTo("b");
        assertThat(best(policy("a", about(-1, BY_NAME)), policy("b", about(0, BY_KIND))))
                .isEqualTo("b");
        assertThat(best(
                        policy("a", about(1, BY_KIND)),
                        policy("b", about(1, BY_LABEL)),
                        policy("c", about(1, BY_NAME))))
                .isEqualTo("c");
        assertThat(best(policy("a", about(1, BY_KIND)), policy("b", about(1, BY_LABEL))))
                .isEqualTo("b");
        assertThat(best(policy("b", about(1, BY_KIND)), policy("a", about(1, BY_KIND)), policy("c", about(1, BY_KIND))))
                .isEqualTo("a");
    }

    @Test
    void thoseOfTheNamespaceComeBeforeThoseForAll() {
        List<Policy> global = List.of(globalPolicy("g", about(9, BY_NAME)));
        assertThat(find(null, List.of(policy("p", about(0, BY_KIND))), global)).isEqualTo("p");
        assertThat(find(null, List.of(policy("p", "{resourceSelectors: []}")), global))
                .isEqualTo("g");
    }

    @Test
    void staysWithThePolicyThatClaimedItAsLongAsThatIsAboutIt() {
        List<Policy> policies = List.of(policy("old", about(0, BY_KIND)), policy("new", about(9, BY_NAME)));
        List<Policy> global = List.of(globalPolicy("g", about(0, BY_KIND)));
        assertThat(find(claimedBy("{propagationpolicy.karmada.io/name: old}"), policies, global))
                .isEqualTo("old");
        assertThat(find(claimedBy("{clusterpropagationpolicy.karmada.io/name: g}"), policies, global))
                .isEqualTo("g");
        assertThat(find(claimedBy("{propagationpolicy.karmada.io/name: gone}"), policies, global))
                .isEqualTo("new");
        assertThat(find(claimedBy("{}"), policies, global)).isEqualTo("new");
        List<Policy> narrowed = List.of(policy("old", "{resourceSelectors: []}"), policy("new", about(9, BY_NAME)));
        assertThat(find(claimedBy("{propagationpolicy.karmada.io/name: old}"), narrowed, global))
                .isEqualTo("new");
    }

    @Test
    void aPolicyThatIsBeingDeletedClaimsNothingNew() {
        Policy going = read(
                Policy.PROPAGATION,
                "{metadata: {name: p, namespace: shop, deletionTimestamp: '2026-01-01T00:00:00Z'}, spec: %s}"
                        .formatted(about(0, BY_NAME)));
        assertThat(best(going)).isEqualTo("none");
        assertThat(find(claimedBy("{propagationpolicy.karmada.io/name: p}"), List.of(going), List.of()))
                .isEqualTo("p");
    }
}
