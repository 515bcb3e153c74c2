package dev.archipelago.federation.render.overrides;

import static dev.archipelago.federation.render.overrides.Yaml.MEMBER;
import static dev.archipelago.federation.render.overrides.Yaml.apply;
import static dev.archipelago.federation.render.overrides.Yaml.clusterPolicy;
import static dev.archipelago.federation.render.overrides.Yaml.deployment;
import static dev.archipelago.federation.render.overrides.Yaml.policy;
import static dev.archipelago.federation.render.overrides.Yaml.template;
import static dev.archipelago.federation.render.overrides.Yaml.tree;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.Reason;
import dev.archipelago.federation.kinds.ClusterTraits;
import dev.archipelago.federation.kinds.Policy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Which policies and rules apply, and in which order.
class OverridesTest {
    private static final String BY_NAME = "{apiVersion: apps/v1, kind: Deployment, name: web}";
    private static final String BY_LABEL =
            "{apiVersion: apps/v1, kind: Deployment, labelSelector: {matchLabels: {app: web}}}";
    private static final String BY_KIND = "{apiVersion: apps/v1, kind: Deployment}";

    /// Appends a word to the command of the container, so that the order shows.
    private static String saying(String word) {
        return "overriders: {commandOverrider: [{containerName: main, operator: add, value: [%s]}]}".formatted(word);
    }

    private static String spec(String selectors, String word) {
        return "{resourceSelectors: [%s], overrideRules: [{%s}]}".formatted(selectors, saying(word));
    }

    private static String words(Overridden result) {
        List<String> words = new ArrayList<>();
        for (JsonNode word : result.object().at("/spec/template/spec/containers/0/command")) {
            words.add(word.asString());
        }
        return String.join(" ", words.subList(2, words.size()));
    }

    @Test
    void theMoreExactPolicyHasTheLastWord() {
        List<Policy> policies = new ArrayList<>(List.of(
                clusterPolicy("z", "{overrideRules: [{%s}]}".formatted(saying("c-all-z"))),
                clusterPolicy("b", spec(BY_LABEL, "c-label")),
                clusterPolicy("a", spec(BY_NAME, "c-name")),
                policy("y", spec(BY_KIND, "kind-y")),
                policy("x", "{%s}".formatted(saying("flat-x"))),
                policy("w", spec(BY_LABEL, "label-w")),
                policy("v", spec(BY_LABEL, "label-v")),
                policy("u", spec(BY_KIND + ", " + BY_NAME, "name-u"))));
        for (int i = 0; i < policies.size(); i++) {
            Collections.rotate(policies, 1);
            Overridden result = apply(deployment(), policies);
            assertThat(words(result)).isEqualTo("c-all-z c-label c-name flat-x kind-y label-v label-w name-u");
            assertThat(result.clusterPolicies()).containsExactly("z", "b", "a");
            assertThat(result.policies()).containsExactly("x", "y", "v", "w", "u");
        }
    }

    @Test
    void kindsOfOverridersHaveTheirOrderInARule() {
        ObjectNode result = apply(deployment(), List.of(policy("p", """
                                overriders:
                                  plaintext:
                                    - {path: /spec/template/spec/containers/0/command/0, operator: replace, value: last}
                                    - {path: /metadata/labels/new, operator: replace, value: last}
                                    - {path: /metadata/annotations/doc, operator: add, value: last}
                                    - {path: /spec/template/spec/containers/1/image, operator: replace, value: last}
                                  fieldOverrider:
                                    - {fieldPath: /metadata/annotations/json, json: [{subPath: /a, operator: add, value: 1}]}
                                  annotationsOverrider: [{operator: add, value: {json: "{}", doc: first}}]
                                  labelsOverrider: [{operator: add, value: {new: first}}]
                                  argsOverrider: [{containerName: main, operator: remove, value: [a, b]}]
                                  commandOverrider: [{containerName: main, operator: remove, value: [run]}]
                                  imageOverrider: [{component: Tag, operator: replace, value: first}]
                                """))).object();
        assertThat(result.at("/metadata/annotations"))
                .isEqualTo(tree("{example.com/owner: me, json: '{\"a\":1}', doc: last}"));
        assertThat(result.at("/metadata/labels/new").asString()).isEqualTo("last");
        assertThat(result.at("/spec/template/spec/containers"))
                .isEqualTo(tree("""
                        a: [{name: main, image: 'images.example.com:5000/shop/web:first', command: [last], args: []},
                            {name: side, image: last}]
                        """).path("a"));
    }

    @Test
    void rulesApplyInTheirOrderAndAreTold() {
        Policy policy = policy("p", """
                overrideRules:
                  - {targetCluster: {clusterNames: [member1]}, %s}
                  - {targetCluster: {clusterNames: [member2]}, %s}
                  - {%s}
                """.formatted(saying("one"), saying("two"), saying("three")));
        Overridden result = apply(deployment(), List.of(policy));
        assertThat(words(result)).isEqualTo("one three");
        assertThat(result.policies()).containsExactly("p");
        assertThat(result.applied())
                .extracting(applied ->
                        applied.overriders().at("/commandOverrider/0/value/0").asString())
                .containsExactly("one", "three");
    }

    @Test
    void thatOfAnOlderPolicyIsOneRule() {
        Policy policy = policy("p", "{targetCluster: {clusterNames: [member2]}, %s}".formatted(saying("x")));
        assertThat(apply(deployment(), List.of(policy)).applied()).isEmpty();
        ClusterTraits other = new ClusterTraits("member2", Map.of(), "", "", List.of());
        assertThat(words(Overrides.apply(template(deployment()), deployment(), List.of(policy), other)))
                .isEqualTo("x");
    }

    @Test
    void policiesOfNamespacesAreNotForObjectsWithoutOne() {
        ObjectNode object = tree("{apiVersion: scheduling.k8s.io/v1, kind: PriorityClass, metadata: {name: a}}");
        String labels = "{overriders: {labelsOverrider: [{operator: add, value: {%s: x}}]}}";
        Overridden result =
                apply(object, List.of(policy("p", labels.formatted("b")), clusterPolicy("c", labels.formatted("d"))));
        assertThat(result.object().at("/metadata/labels")).isEqualTo(tree("{d: x}"));
        assertThat(result.policies()).isEmpty();
        assertThat(result.clusterPolicies()).containsExactly("c");
    }

    @Test
    void neitherTheObjectNorThePolicyIsChanged() {
        ObjectNode object = deployment();
        Policy adding = policy("a", """
                {overriders: {plaintext: [
                  {path: /spec/template/metadata, operator: add, value: {labels: {a: b}}}]}}
                """);
        Policy changing = policy("b", """
                {overriders: {
                  labelsOverrider: [{operator: add, value: {x: y}}],
                  imageOverrider: [{component: Tag, operator: replace, value: '9'}],
                  plaintext: [
                    {path: /spec/template/metadata/labels/a, operator: replace, value: c},
                    {path: /spec/template/metadata/labels/d, operator: add, value: e}]}}
                """);
        JsonNode addingBefore = adding.spec().deepCopy();

        Overridden result = apply(object, List.of(adding, changing));

        assertThat(result.object().at("/spec/template/metadata/labels")).isEqualTo(tree("{a: c, d: e}"));
        assertThat(object).isEqualTo(deployment());
        assertThat(adding.spec()).isEqualTo(addingBefore);
    }

    @Test
    void whatAPatchPutsInIsNotSharedWithThePolicy() {
        Policy adding =
                policy("a", "{overriders: {plaintext: [{path: /metadata/labels, operator: replace, value: {a: b}}]}}");
        ObjectNode result = apply(deployment(), List.of(adding)).object();
        ((ObjectNode) result.at("/metadata/labels")).put("a", "changed");
        assertThat(adding.spec().at("/overriders/plaintext/0/value/a").asString())
                .isEqualTo("b");
    }

    /// StatefulSets have other names in clusters.
    @Test
    void policiesKnowAnObjectByTheNameOfItsTemplate() {
        ObjectNode object = deployment();
        ((ObjectNode) object.path("metadata")).put("name", "web-member1");
        Overridden result =
                Overrides.apply(template(deployment()), object, List.of(policy("p", spec(BY_NAME, "x"))), MEMBER);
        assertThat(result.policies()).containsExactly("p");
        assertThat(result.object().at("/metadata/name").asString()).isEqualTo("web-member1");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            plaintext: [{path: /metadata/name, operator: replace, value: other}] | metadata.name
            plaintext: [{path: /metadata/name, operator: remove}] | metadata.name
            plaintext: [{path: /metadata, operator: replace, value: x}] | metadata.namespace
            plaintext: [{path: /metadata/namespace, operator: replace, value: bank}] | metadata.namespace
            plaintext: [{path: /kind, operator: replace, value: DaemonSet}] | kind
            plaintext: [{path: /apiVersion, operator: replace, value: v2}] | apiVersion
            imageOverrider: [{predicate: {path: /metadata/name}, component: Tag, operator: add, value: x}] | metadata.name
            """)
    void anObjectStaysTheOneItIs(String overriders, String field) {
        Policy harmless = policy("a", "{%s}".formatted(saying("x")));
        Policy policy = policy("p", "{overrideRules: [{%s}, {overriders: {%s}}]}".formatted(saying("y"), overriders));
        assertThatThrownBy(() -> apply(deployment(), List.of(harmless, policy)))
                .hasMessage("OverridePolicy.policy.karmada.io \"p\" is invalid: spec.overrideRules[1].overriders:"
                        + " Forbidden: must not change " + field);
    }

    @Test
    void withoutPoliciesNothingHappens() {
        Overridden result = apply(deployment(), List.of());
        assertThat(result.object()).isEqualTo(deployment());
        assertThat(result.applied()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {apiVersion: apps/v1, kind: Deployment} | true
            {apiVersion: apps/v1, kind: StatefulSet} | false
            {apiVersion: apps/v1beta1, kind: Deployment} | false
            {apiVersion: apps/v1, kind: Deployment, namespace: shop} | true
            {apiVersion: apps/v1, kind: Deployment, namespace: bank} | false
            {apiVersion: apps/v1, kind: Deployment, name: web} | true
            {apiVersion: apps/v1, kind: Deployment, name: other} | false
            {apiVersion: apps/v1, kind: Deployment, name: web, namespace: bank} | false
            {apiVersion: apps/v1, kind: Deployment, name: web, labelSelector: {matchLabels: {app: no}}} | true
            {apiVersion: apps/v1, kind: Deployment, labelSelector: {matchLabels: {app: web}}} | true
            {apiVersion: apps/v1, kind: Deployment, labelSelector: {matchLabels: {app: no}}} | false
            {apiVersion: apps/v1, kind: Deployment, labelSelector: {}} | true
            {apiVersion: apps/v1, kind: Deployment, labelSelector: {matchExpressions: [{key: tier, operator: In, values: [front, back]}]}} | true
            {apiVersion: apps/v1, kind: Deployment, labelSelector: {matchExpressions: [{key: tier, operator: DoesNotExist}]}} | false
            {apiVersion: v1, kind: Pod}, {apiVersion: apps/v1, kind: Deployment} | true
            """)
    void selectorsOfObjects(String selectors, boolean expected) {
        Overridden result = apply(deployment(), List.of(policy("p", spec(selectors, "x"))));
        assertThat(result.policies()).isEqualTo(expected ? List.of("p") : List.of());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {} | true
            {clusterNames: [member1]} | true
            {clusterNames: [member2, member3]} | false
            {clusterNames: []} | true
            {exclude: [member1]} | false
            {exclude: [member2]} | true
            {clusterNames: [member1], exclude: [member1]} | false
            {labelSelector: {matchLabels: {site: north}}} | true
            {labelSelector: {matchLabels: {site: south}}} | false
            {labelSelector: {matchExpressions: [{key: size, operator: NotIn, values: [big]}]}} | false
            {labelSelector: {}} | true
            {fieldSelector: {matchExpressions: [{key: provider, operator: In, values: [acme, other]}]}} | true
            {fieldSelector: {matchExpressions: [{key: provider, operator: NotIn, values: [acme]}]}} | false
            {fieldSelector: {matchExpressions: [{key: region, operator: In, values: [south]}]}} | false
            {fieldSelector: {matchExpressions: [{key: region, operator: NotIn, values: [south]}]}} | true
            {fieldSelector: {matchExpressions: [{key: zone, operator: In, values: [north-2]}]}} | true
            {fieldSelector: {matchExpressions: [{key: zone, operator: In, values: [north-3]}]}} | false
            {fieldSelector: {matchExpressions: [{key: zone, operator: NotIn, values: [north-2]}]}} | false
            {fieldSelector: {matchExpressions: [{key: zone, operator: NotIn, values: [north-3]}]}} | true
            {fieldSelector: {matchExpressions: [{key: provider, operator: In, values: [acme]}, {key: region, operator: In, values: [south]}]}} | false
            {clusterNames: [member1], labelSelector: {matchLabels: {site: south}}} | false
            {clusterNames: [member2], labelSelector: {matchLabels: {site: north}}} | false
            {clusterNames: [member1], fieldSelector: {matchExpressions: [{key: region, operator: In, values: [south]}]}} | false
            """)
    void selectorsOfClusters(String target, boolean expected) {
        Policy policy = policy("p", "{overrideRules: [{targetCluster: %s, %s}]}".formatted(target, saying("x")));
        assertThat(apply(deployment(), List.of(policy)).policies()).isEqualTo(expected ? List.of("p") : List.of());
    }

    @ParameterizedTest
    @CsvSource({"In, false", "NotIn, true"})
    void whatIsNotKnownOfAClusterIsInNothing(String operator, boolean expected) {
        ClusterTraits unknown = new ClusterTraits("member1", Map.of(), "", "", List.of());
        for (String key : List.of("provider", "region", "zone")) {
            Policy policy = policy("p", """
                    {overrideRules: [{targetCluster: {fieldSelector: {matchExpressions: [
                      {key: %s, operator: %s, values: ["", a]}]}}, %s}]}
                    """.formatted(key, operator, saying("x")));
            assertThat(Overrides.apply(template(deployment()), deployment(), List.of(policy), unknown)
                            .policies())
                    .as(key)
                    .isEqualTo(expected ? List.of("p") : List.of());
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {resourceSelectors: [{apiVersion: v1, kind: Pod}, {apiVersion: apps/v1, kind: Deployment, labelSelector: {matchExpressions: [{key: a, operator: Near}]}}]} | spec.resourceSelectors[1].labelSelector: Invalid value
            {targetCluster: {labelSelector: {matchExpressions: [{key: a, operator: Near}]}}} | spec.targetCluster.labelSelector: Invalid value
            {overrideRules: [{}, {targetCluster: {fieldSelector: {matchExpressions: [{key: country, operator: In, values: [a]}]}}}]} | spec.overrideRules[1].targetCluster.fieldSelector.matchExpressions[0].key: Unsupported value: "country"
            {overrideRules: [{targetCluster: {fieldSelector: {matchExpressions: [{key: zone, operator: Gt, values: [a]}]}}}]} | spec.overrideRules[0].targetCluster.fieldSelector.matchExpressions[0].operator: Unsupported value: "Gt"
            """)
    void selectorsThatMeanNothingAreRefused(String spec, String complaint) {
        ApiException refused =
                catchThrowableOfType(ApiException.class, () -> apply(deployment(), List.of(clusterPolicy("p", spec))));
        assertThat(refused.reason()).isEqualTo(Reason.INVALID);
        assertThat(refused)
                .hasMessageStartingWith("ClusterOverridePolicy.policy.karmada.io \"p\" is invalid: " + complaint);
    }

    @ParameterizedTest
    @CsvSource({"v1, Role", "v1, RoleBinding", "v1, ClusterRole", "v1, ClusterRoleBinding", "v1beta1, Role"})
    void rolesAreTheSameEverywhere(String version, String kind) {
        ObjectNode role = tree(
                "{apiVersion: rbac.authorization.k8s.io/%s, kind: %s, metadata: {name: web, namespace: shop}, rules: []}"
                        .formatted(version, kind));
        for (String overriders : List.of(
                "{plaintext: [{path: /rules, operator: replace, value: [{apiGroups: ['*'], resources: ['*'], verbs: ['*']}]}]}",
                "{labelsOverrider: [{operator: add, value: {rbac.example.com/aggregate-to-admin: 'true'}}]}")) {
            Policy everything = policy("p", "{overrideRules: [{overriders: %s}]}".formatted(overriders));
            assertThatThrownBy(() -> apply(role, List.of(everything)))
                    .isInstanceOf(ApiException.class)
                    .hasMessageContaining("roles and their bindings are the same in all clusters");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "/metadata/ownerReferences, '[{apiVersion: v1, kind: Pod, name: p, uid: u}]'",
        "/metadata/finalizers, '[for-ever]'",
        "/metadata/uid, x",
    })
    void whoseAnObjectIsIsNotOverridden(String path, String value) {
        Policy policy = policy(
                "p",
                "{overrideRules: [{overriders: {plaintext: [{path: %s, operator: add, value: %s}]}}]}"
                        .formatted(path, value));
        assertThatThrownBy(() -> apply(deployment(), List.of(policy)))
                .hasMessageContaining("must not change metadata." + path.substring(path.lastIndexOf('/') + 1));
    }
}
