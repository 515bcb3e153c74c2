package dev.archipelago.apiserver.authz;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.archipelago.api.authn.UserInfo;
import dev.archipelago.api.errors.ApiException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

final class EscalationTest {
    private static final UserInfo JANE = UserInfo.of("jane", "dev", "system:authenticated");
    private static final String PODS = "{'verbs':['get','list'],'apiGroups':[''],'resources':['pods','pods/log']}";

    private final Policy policy = new Policy()
            .clusterRole("pods", PODS)
            .clusterRole(
                    "more",
                    PODS + ",{'verbs':['get','watch','create'],'apiGroups':['apps'],'resources':['deployments']},"
                            + "{'verbs':['get','post'],'nonResourceURLs':['/x']}")
            .bind("ns", "b", "ClusterRole/pods", "Group/dev");

    @Test
    void letsPeopleGrantWhatTheyHold() {
        check(RbacKind.ROLE, Policy.role("ns", "r", PODS), null);
        check(
                RbacKind.ROLE,
                Policy.role("ns", "r", "{'verbs':['get'],'apiGroups':[''],'resources':['pods'],'resourceNames':['a']}"),
                null);
        check(RbacKind.ROLE_BINDING, Policy.binding("ns", "x", "ClusterRole/pods", "User/bob"), null);
    }

    @Test
    void namesWhatIsMissing() {
        refused(
                RbacKind.ROLE,
                Policy.role("ns", "r", "{'verbs':['get','delete','watch'],'apiGroups':[''],'resources':['pods']}"),
                "roles.rbac.authorization.k8s.io \"r\" is forbidden: user \"jane\" (groups=[\"dev\" \"system:authenticated\"])"
                        + " is attempting to grant RBAC permissions not currently held:\n"
                        + "{APIGroups:[\"\"], Resources:[\"pods\"], Verbs:[\"delete\" \"watch\"]}");
        refused(
                RbacKind.ROLE_BINDING,
                Policy.binding("ns", "x", "ClusterRole/more", "User/bob"),
                "rolebindings.rbac.authorization.k8s.io \"x\" is forbidden: user \"jane\" (groups=[\"dev\""
                        + " \"system:authenticated\"]) is attempting to grant RBAC permissions not currently held:\n"
                        + "{APIGroups:[\"apps\"], Resources:[\"deployments\"], Verbs:[\"get\" \"watch\" \"create\"]}\n"
                        + "{NonResourceURLs:[\"/x\"], Verbs:[\"get\"]}\n"
                        + "{NonResourceURLs:[\"/x\"], Verbs:[\"post\"]}");
    }

    @Test
    void countsOnlyWhatIsHeldInTheSamePlace() {
        refused(RbacKind.ROLE, Policy.role("other", "r", PODS), "not currently held");
        refused(RbacKind.CLUSTER_ROLE, Policy.role("", "r", PODS), "not currently held");
        refused(
                RbacKind.CLUSTER_ROLE_BINDING,
                Policy.binding("", "x", "ClusterRole/pods", "User/jane"),
                "clusterrolebindings.rbac.authorization.k8s.io \"x\" is forbidden");
    }

    @Test
    void anUnnamedRightCoversNamedOnesAndNotTheReverse() {
        policy.put(Policy.role(
                "ns", "one", "{'verbs':['get'],'apiGroups':[''],'resources':['secrets'],'resourceNames':['a']}"));
        policy.bind("ns", "one", "Role/one", "User/jane");

        check(
                RbacKind.ROLE,
                Policy.role(
                        "ns", "r", "{'verbs':['get'],'apiGroups':[''],'resources':['secrets'],'resourceNames':['a']}"),
                null);
        refused(
                RbacKind.ROLE,
                Policy.role("ns", "r", "{'verbs':['get'],'apiGroups':[''],'resources':['secrets']}"),
                "not currently held");
        refused(
                RbacKind.ROLE,
                Policy.role(
                        "ns",
                        "r",
                        "{'verbs':['get'],'apiGroups':[''],'resources':['secrets'],'resourceNames':['a','b']}"),
                "{APIGroups:[\"\"], Resources:[\"secrets\"], ResourceNames:[\"b\"], Verbs:[\"get\"]}");
    }

    @Test
    void wildcardsCoverAndMustBeHeldToBeGiven() {
        refused(
                RbacKind.ROLE,
                Policy.role("ns", "r", "{'verbs':['*'],'apiGroups':['*'],'resources':['*']}"),
                "Verbs:[\"*\"]");
        policy.clusterRole(
                        "scaler",
                        "{'verbs':['*'],'apiGroups':['*'],'resources':['*/scale']},{'verbs':['get'],'nonResourceURLs':['/a/*']}")
                .bind("", "s", "ClusterRole/scaler", "User/jane");
        check(
                RbacKind.ROLE,
                Policy.role("ns", "r", "{'verbs':['update'],'apiGroups':['apps'],'resources':['deployments/scale']}"),
                null);
        check(RbacKind.CLUSTER_ROLE, Policy.role("", "r", "{'verbs':['get'],'nonResourceURLs':['/a/b','/a/*']}"), null);
        refused(RbacKind.CLUSTER_ROLE, Policy.role("", "r", "{'verbs':['get'],'nonResourceURLs':['/a*']}"), "/a*");
    }

    @Test
    void theVerbEscalateLiftsTheLimitOnRoles() {
        ObjectNode wanted = Policy.role("ns", "r", "{'verbs':['*'],'apiGroups':['*'],'resources':['*']}");
        policy.put(
                Policy.role(
                        "ns",
                        "e",
                        "{'verbs':['escalate'],'apiGroups':['rbac.authorization.k8s.io'],'resources':['roles'],'resourceNames':['r']}"));
        policy.bind("ns", "e", "Role/e", "User/jane");

        refused(RbacKind.ROLE, wanted, "not currently held");
        check(RbacKind.ROLE, wanted, Policy.role("ns", "r", ""));
    }

    @Test
    void theVerbBindLiftsTheLimitOnBindings() {
        policy.clusterRole(
                        "binder",
                        "{'verbs':['bind'],'apiGroups':['rbac.authorization.k8s.io'],'resources':['clusterroles'],'resourceNames':['more']}")
                .bind("ns", "binder", "ClusterRole/binder", "User/jane");

        check(RbacKind.ROLE_BINDING, Policy.binding("ns", "x", "ClusterRole/more", "User/bob"), null);
        refused(
                RbacKind.CLUSTER_ROLE_BINDING,
                Policy.binding("", "x", "ClusterRole/more", "User/bob"),
                "not currently held");
        refused(
                RbacKind.ROLE_BINDING,
                Policy.binding("ns", "x", "ClusterRole/gone", "User/bob"),
                "clusterroles.rbac.authorization.k8s.io \"gone\" not found");
    }

    @Test
    void aggregatesAreForClusterAdministrators() {
        ObjectNode aggregate = Policy.role("", "r", "");
        aggregate.putObject("aggregationRule").putArray("clusterRoleSelectors").addObject();

        refused(
                RbacKind.CLUSTER_ROLE,
                aggregate,
                "clusterroles.rbac.authorization.k8s.io \"r\" is forbidden: must have cluster-admin privileges to use"
                        + " the aggregationRule");
        policy.defaults().bind("", "root", "ClusterRole/cluster-admin", "User/jane");
        check(RbacKind.CLUSTER_ROLE, aggregate, null);
    }

    @Test
    void neverHindersMastersOrHousekeeping() {
        ObjectNode powerful = Policy.role("ns", "r", "{'verbs':['*'],'apiGroups':['*'],'resources':['*']}");
        ObjectNode released = powerful.deepCopy();
        ((ObjectNode) released.path("metadata")).putArray("finalizers").add("x");

        check(RbacKind.ROLE, powerful, released);
        assertThatCode(() -> Escalation.check(
                        policy.index.snapshot(), UserInfo.of("root", "system:masters"), RbacKind.ROLE, powerful, null))
                .doesNotThrowAnyException();
    }

    private void check(RbacKind kind, ObjectNode object, @Nullable ObjectNode old) {
        Escalation.check(policy.index.snapshot(), JANE, kind, object, old);
    }

    private void refused(RbacKind kind, ObjectNode object, String message) {
        assertThatThrownBy(() -> check(kind, object, null))
                .isInstanceOf(ApiException.class)
                .hasMessageContaining(message);
    }
}
