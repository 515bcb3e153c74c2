package dev.archipelago.federation.match;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.archipelago.federation.kinds.Policy;
import dev.archipelago.federation.workload.Template;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResourceSelectorsTest {
    private static final Template WEB = TestingTemplates.template("""
            apiVersion: apps/v1
            kind: Deployment
            metadata: {namespace: shop, name: web, labels: {app: web}}
            """);

    private static Policy policy(String selectors) {
        return TestingTemplates.read(
                Policy.PROPAGATION,
                "{metadata: {namespace: shop, name: p}, spec: {resourceSelectors: [%s]}}".formatted(selectors));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            '' | 0
            {apiVersion: apps/v1, kind: Deployment} | 1
            {apiVersion: apps/v1, kind: StatefulSet} | 0
            {apiVersion: apps/v1beta1, kind: Deployment} | 0
            {apiVersion: apps/v1, kind: Deployment, namespace: shop} | 1
            {apiVersion: apps/v1, kind: Deployment, namespace: bank} | 0
            {apiVersion: apps/v1, kind: Deployment, namespace: bank, name: web} | 0
            {apiVersion: apps/v1, kind: Deployment, labelSelector: {}} | 2
            {apiVersion: apps/v1, kind: Deployment, labelSelector: {matchLabels: {app: web}}} | 2
            {apiVersion: apps/v1, kind: Deployment, labelSelector: {matchLabels: {app: other}}} | 0
            {apiVersion: apps/v1, kind: Deployment, name: web} | 3
            {apiVersion: apps/v1, kind: Deployment, name: web, labelSelector: {matchLabels: {app: other}}} | 3
            {apiVersion: apps/v1, kind: Deployment, name: other, labelSelector: {}} | 0
            {apiVersion: apps/v1, kind: Deployment}, {apiVersion: apps/v1, kind: Deployment, name: web} | 3
            {apiVersion: apps/v1, kind: Deployment, name: web}, {apiVersion: apps/v1, kind: Deployment} | 3
            """)
    void exactness(String selectors, int expected) {
        assertThat(ResourceSelectors.exactness(policy(selectors), WEB)).isEqualTo(expected);
    }

    @Test
    void whatNobodyCanSayNamesThePolicyAndTheField() {
        Policy policy = policy("{apiVersion: v1, kind: Pod}, {apiVersion: apps/v1, kind: Deployment,"
                + " labelSelector: {matchExpressions: [{key: a, operator: Near}]}}");
        assertThatThrownBy(() -> ResourceSelectors.exactness(policy, WEB))
                .hasMessageStartingWith("PropagationPolicy.policy.karmada.io \"p\" is invalid:"
                        + " spec.resourceSelectors[1].labelSelector: Invalid value: ");
    }
}
