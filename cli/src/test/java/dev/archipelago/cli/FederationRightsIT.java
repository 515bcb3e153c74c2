package dev.archipelago.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.apiserver.kubectl.Kubectl;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The federation gives nobody access that they do not have.
class FederationRightsIT {
    private static final List<String> APPLY = List.of("apply");

    @TempDir
    private static Path home;

    private static TestingFederation federation;
    private static Kubectl kubectl;

    @BeforeAll
    static void start() throws Exception {
        federation = TestingFederation.start(home);
        kubectl = federation.kubectl();
    }

    @AfterAll
    static void stop() {
        federation.close();
    }

    private static String cluster(String name, String endpoint, String namespace, String secret) {
        return """
                apiVersion: cluster.karmada.io/v1alpha1
                kind: Cluster
                metadata: {name: %s}
                spec: {syncMode: Push, apiEndpoint: '%s', secretRef: {namespace: %s, name: %s}}
                """.formatted(name, endpoint, namespace, secret);
    }

    @Test
    void whoMayWriteClustersDoesNotComeByTheirSecrets() throws Exception {
        kubectl.ok(
                "create",
                "clusterrole",
                "clusters",
                "--verb=create,patch,get",
                "--resource=clusters.cluster.karmada.io");
        kubectl.ok("create", "clusterrolebinding", "clusters", "--clusterrole=clusters", "--user=eve");
        String theirs = cluster("evil", "https://127.0.0.1:1", "archipelago-system", "c1-credentials");
        TestingFederation.await(() -> assertThat(kubectl.with("--as=eve").refused(theirs, List.of("create")))
                .contains("user \"eve\" cannot get Secret archipelago-system/c1-credentials"));
        assertThat(kubectl.with("--as=eve")
                        .refused(
                                "patch",
                                "cluster",
                                "c1",
                                "--type=merge",
                                "-p",
                                "{\"spec\":{\"apiEndpoint\":\"https://127.0.0.1:1\"}}"))
                .contains("cannot get Secret");
        assertThat(kubectl.refused(cluster("evil", "http://127.0.0.1:1", "default", "s"), List.of("create")))
                .contains("spec.apiEndpoint", "https://", "spec.secretRef.namespace");
        // A user who may read the Secret may name it for an endpoint; it is still sent only to the endpoint
        // that it is for.
        kubectl.ok(theirs, List.of("create"));
        TestingFederation.await(() -> assertThat(federation.ok("status"))
                .containsPattern("evil +no .*does not connect to it: its Secret is for"));
        kubectl.ok("delete", "cluster", "evil");
    }

    @Test
    void whoMayWritePoliciesHasThemDoOnlyWhatTheyMayDo() throws Exception {
        kubectl.ok(
                "create",
                "role",
                "policies",
                "--verb=create,patch,get,update",
                "--resource=overridepolicies.policy.karmada.io,propagationpolicies.policy.karmada.io");
        kubectl.ok("create", "rolebinding", "policies", "--role=policies", "--user=mallory");
        String overriding = """
                apiVersion: policy.karmada.io/v1alpha1
                kind: OverridePolicy
                metadata: {name: image}
                spec:
                  resourceSelectors: [{apiVersion: apps/v1, kind: Deployment}]
                  overrideRules: [{overriders: {imageOverrider: [{component: Tag, operator: replace, value: bad}]}}]
                """;
        String propagating = """
                apiVersion: policy.karmada.io/v1alpha1
                kind: PropagationPolicy
                metadata: {name: secrets}
                spec:
                  resourceSelectors: [{apiVersion: v1, kind: Secret}]
                  placement: {clusterAffinity: {clusterNames: [c1]}}
                """;
        Kubectl mallory = kubectl.with("--as=mallory");
        TestingFederation.await(() -> assertThat(mallory.refused(overriding, APPLY))
                .contains("(Forbidden)")
                .contains("user \"mallory\" cannot update Deployment (deployments.apps) in the namespace \"default\""));
        assertThat(mallory.refused(propagating, APPLY))
                .contains("user \"mallory\" cannot get Secret (secrets) in the namespace \"default\"");
        kubectl.ok("create", "role", "deployments", "--verb=update", "--resource=deployments.apps");
        kubectl.ok("create", "rolebinding", "deployments", "--role=deployments", "--user=mallory");
        TestingFederation.await(() -> mallory.ok(overriding, APPLY));
        kubectl.ok("delete", "overridepolicy", "image");
    }

    @Test
    void rolesInMembersAreBoundedByTheOnesAtHome() throws Exception {
        kubectl.ok("""
                apiVersion: rbac.authorization.k8s.io/v1
                kind: Role
                metadata: {name: narrow}
                rules: [{apiGroups: [''], resources: [pods], verbs: [get]}]
                ---
                apiVersion: rbac.authorization.k8s.io/v1
                kind: Role
                metadata: {name: wide}
                rules: [{apiGroups: ['*'], resources: ['*'], verbs: ['*']}]
                ---
                apiVersion: rbac.authorization.k8s.io/v1
                kind: ClusterRoleBinding
                metadata: {name: all}
                roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: cluster-admin}
                subjects: [{apiGroup: rbac.authorization.k8s.io, kind: User, name: admiral}]
                ---
                apiVersion: policy.karmada.io/v1alpha1
                kind: ClusterPropagationPolicy
                metadata: {name: bindings}
                spec:
                  resourceSelectors:
                  - {apiVersion: rbac.authorization.k8s.io/v1, kind: ClusterRoleBinding, name: all}
                  placement: {clusterAffinity: {clusterNames: [c1]}}
                ---
                apiVersion: policy.karmada.io/v1alpha1
                kind: PropagationPolicy
                metadata: {name: roles}
                spec:
                  resourceSelectors: [{apiVersion: rbac.authorization.k8s.io/v1, kind: Role}]
                  placement: {clusterAffinity: {clusterNames: [c1]}}
                """, APPLY);
        TestingFederation.await(() -> kubectl.ok("--context=c1", "get", "role", "narrow"));
        // In its own clusters the federation has the same rights as in others, and so can grant no more.
        TestingFederation.await(() -> assertThat(federation.ok("status"))
                .contains("attempting to grant RBAC permissions not currently held")
                .containsPattern("clusterrolebinding.*all"));
        assertThat(kubectl.refused("--context=c1", "get", "role", "wide")).contains("NotFound");
        assertThat(kubectl.refused("--context=c1", "get", "clusterrolebinding", "all"))
                .contains("NotFound");

        String overriding = """
                apiVersion: policy.karmada.io/v1alpha1
                kind: OverridePolicy
                metadata: {name: more}
                spec:
                  resourceSelectors: [%s]
                  overrideRules:
                  - overriders: {plaintext: [{path: /rules/0/verbs, operator: replace, value: [get, delete]}]}
                """;
        assertThat(kubectl.refused(
                        overriding.formatted("{apiVersion: rbac.authorization.k8s.io/v1, kind: Role}"), APPLY))
                .contains("spec.resourceSelectors[0]", "roles and their bindings are the same in all clusters");
        kubectl.ok(overriding.formatted(""), APPLY);
        TestingFederation.await(() ->
                assertThat(federation.ok("status")).contains("roles and their bindings are the same in all clusters"));
        assertThat(kubectl.ok("--context=c1", "get", "role", "narrow", "-o", "jsonpath={.rules[0].verbs}"))
                .isEqualTo("[\"get\"]");
    }
}
