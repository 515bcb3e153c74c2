package dev.archipelago.apiserver.authz;

import static dev.archipelago.apiserver.authz.Policy.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.api.authn.UserInfo;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RbacIndexTest {
    private static final UserInfo JANE = UserInfo.of("jane", "dev", "system:authenticated");
    private static final String READ_PODS = "{'verbs':['get','list'],'apiGroups':[''],'resources':['pods']}";

    private final Policy policy = new Policy();

    @ParameterizedTest(name = "{0} allows {1} {2}/{3} {4}: {5}")
    @CsvSource(
            delimiter = '|',
            emptyValue = "",
            value = {
                // rule                                                                        |verb
                // |group|resource|name|?
                "{'verbs':['get'],'apiGroups':[''],'resources':['pods']}                        |get  |''  |pods|''|true",
                "{'verbs':['get'],'apiGroups':[''],'resources':['pods']}                        |list |''  |pods|''|false",
                "{'verbs':['get'],'apiGroups':[''],'resources':['pods']}                        |get  |apps|pods|''|false",
                "{'verbs':['get'],'apiGroups':[''],'resources':['pods']}                        |get  |''  |pods/log|''|false",
                "{'verbs':['get'],'apiGroups':[''],'resources':['pods/log']}                    |get  |''  |pods/log|''|true",
                "{'verbs':['get'],'apiGroups':[''],'resources':['pods/log']}                    |get  |''  |pods|''|false",
                "{'verbs':['get'],'apiGroups':[''],'resources':['pods/*']}                      |get  |''  |pods/log|''|false",
                "{'verbs':['get'],'apiGroups':['*'],'resources':['*/scale']}                    |get  |apps|deployments/scale|''|true",
                "{'verbs':['get'],'apiGroups':['*'],'resources':['*/scale']}                    |get  |apps|deployments|''|false",
                "{'verbs':['get'],'apiGroups':['*'],'resources':['*/scale']}                    |get  |apps|scale|''|false",
                "{'verbs':['get'],'apiGroups':['apps'],'resources':['*']}                       |get  |apps|deployments/status|''|true",
                "{'verbs':['*'],'apiGroups':['*'],'resources':['*']}                            |deletecollection|x.io|anything|''|true",
                "{'verbs':['*'],'apiGroups':['*'],'resources':['*']}                            |impersonate|''|users|bob|true",
                "{'verbs':['bind','use'],'apiGroups':['*'],'resources':['*']}                   |use  |''|x|''|true",
                "{'verbs':['bind','get'],'apiGroups':['*'],'resources':['*']}                   |use  |''|x|''|false",
                "{'verbs':['get'],'apiGroups':[''],'resources':['pods'],'resourceNames':['a','b']}|get|''  |pods|b|true",
                "{'verbs':['get'],'apiGroups':[''],'resources':['pods'],'resourceNames':['a']}  |get  |''  |pods|c|false",
                "{'verbs':['list'],'apiGroups':[''],'resources':['pods'],'resourceNames':['a']} |list |''  |pods|''|false",
                "{'verbs':['get'],'apiGroups':[],'resources':['pods']}                          |get  |''  |pods|''|false",
                "{'verbs':[],'apiGroups':['*'],'resources':['*']}                               |get  |''  |pods|''|false",
                "{'verbs':['get'],'nonResourceURLs':['*']}                                      |get  |''  |pods|''|false",
            })
    void matchesRules(String rule, String verb, String group, String resource, String name, boolean allowed) {
        policy.clusterRole("r", rule).bind("", "b", "ClusterRole/r", "User/jane");
        String[] parts = resource.split("/");

        assertThat(policy.index
                        .authorize(Attributes.ofResource(
                                JANE, verb, group, "v1", parts[0], parts.length > 1 ? parts[1] : "", "ns", name))
                        .isAllowed())
                .isEqualTo(allowed);
    }

    @ParameterizedTest(name = "{0} allows {1}: {2}")
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "'/healthz', /healthz, true",
                "'/healthz', /healthz/etcd, false",
                "'/healthz/*', /healthz/etcd, true",
                "'/healthz/*', /healthz, false",
                "'/api*', /apis/apps, true",
                "'*', /anything, true",
            })
    void matchesPaths(String url, String path, boolean allowed) {
        policy.clusterRole("r", "{'verbs':['get'],'nonResourceURLs':[%s]}".formatted(url))
                .bind("", "b", "ClusterRole/r", "Group/dev");

        assertThat(policy.index.authorize(Attributes.ofPath(JANE, "get", path)).isAllowed())
                .isEqualTo(allowed);
        assertThat(policy.index.authorize(Attributes.ofPath(JANE, "post", path)).isAllowed())
                .isFalse();
    }

    @ParameterizedTest(name = "{0} in {1} is for {2}: {3}")
    @CsvSource({
        "User/jane,                    '',  jane,                            true",
        "User/jane,                    '',  bob,                             false",
        "User/dev,                     '',  jane,                            false",
        "Group/dev,                    '',  jane,                            true",
        "Group/jane,                   '',  jane,                            false",
        "ServiceAccount/kube-system/x, '',  system:serviceaccount:kube-system:x, true",
        "ServiceAccount/kube-system/x, ns,  system:serviceaccount:kube-system:x, true",
        "ServiceAccount/x,             ns,  system:serviceaccount:ns:x,      true",
        "ServiceAccount/x,             ns,  system:serviceaccount:other:x,   false",
        "ServiceAccount/x,             '',  system:serviceaccount::x,        false",
        "Robot/jane,                   '',  jane,                            false",
    })
    void findsSubjects(String subject, String bindingNamespace, String user, boolean allowed) {
        policy.clusterRole("r", READ_PODS).bind(bindingNamespace, "b", "ClusterRole/r", subject);

        assertThat(mayGetPods(UserInfo.of(user, "dev"), "ns")).isEqualTo(allowed);
    }

    @Test
    void keepsARoleBindingToItsNamespace() {
        policy.clusterRole("r", READ_PODS).bind("ns", "b", "ClusterRole/r", "User/jane");
        policy.put(Policy.role("other", "local", READ_PODS));
        policy.bind("other", "b2", "Role/local", "User/bob");

        assertThat(mayGetPods(JANE, "ns")).isTrue();
        assertThat(mayGetPods(JANE, "other")).isFalse();
        assertThat(mayGetPods(JANE, "")).isFalse();
        assertThat(mayGetPods(UserInfo.of("bob"), "other")).isTrue();
        assertThat(mayGetPods(UserInfo.of("bob"), "ns")).isFalse();
    }

    @Test
    void saysWhoAllowedIt() {
        policy.clusterRole("y", READ_PODS)
                .bind("", "x", "ClusterRole/y", "User/z")
                .bind("ns", "rb", "ClusterRole/y", "Group/dev")
                .bind("ns", "sa", "ClusterRole/y", "ServiceAccount/robot");

        assertThat(reason(UserInfo.of("z")))
                .isEqualTo("RBAC: allowed by ClusterRoleBinding \"x\" of ClusterRole \"y\" to User \"z\"");
        assertThat(reason(JANE))
                .isEqualTo("RBAC: allowed by RoleBinding \"rb/ns\" of ClusterRole \"y\" to Group \"dev\"");
        assertThat(reason(UserInfo.of("system:serviceaccount:ns:robot")))
                .isEqualTo(
                        "RBAC: allowed by RoleBinding \"sa/ns\" of ClusterRole \"y\" to ServiceAccount \"robot/ns\"");
        assertThat(reason(UserInfo.of("nobody"))).isEmpty();
        assertThat(reason(UserInfo.of("root", "system:masters"))).isEmpty();
    }

    @Test
    void saysWhichRolesAreMissing() {
        policy.bind("", "x", "ClusterRole/gone", "User/jane").bind("ns", "y", "Role/lost", "Group/dev");

        assertThat(reason(JANE))
                .isEqualTo("RBAC: [clusterrole.rbac.authorization.k8s.io \"gone\" not found,"
                        + " role.rbac.authorization.k8s.io \"lost\" not found]");
        policy.index.remove(RbacKind.ROLE_BINDING, "ns", "y");
        assertThat(reason(JANE)).isEqualTo("RBAC: clusterrole.rbac.authorization.k8s.io \"gone\" not found");
    }

    @Test
    void letsMastersDoEverything() {
        UserInfo root = UserInfo.of("root", "system:masters");

        assertThat(mayGetPods(root, "ns")).isTrue();
        assertThat(policy.index
                        .authorize(Attributes.ofPath(root, "delete", "/x"))
                        .isAllowed())
                .isTrue();
    }

    @Test
    void followsEveryChange() {
        RbacIndex index = policy.index;
        policy.bind("ns", "b", "Role/r", "User/jane").bind("", "cb", "ClusterRole/c", "User/bob");
        assertThat(mayGetPods(JANE, "ns")).isFalse();

        policy.put(Policy.role("ns", "r", READ_PODS));
        assertThat(mayGetPods(JANE, "ns")).isTrue();
        RbacSnapshot before = index.snapshot();
        policy.put(Policy.role("ns", "r", "{'verbs':['delete'],'apiGroups':[''],'resources':['pods']}"));
        assertThat(mayGetPods(JANE, "ns")).isFalse();
        assertThat(before.authorize(getPods(JANE, "ns")).isAllowed())
                .as("a snapshot stays as it is")
                .isTrue();
        policy.put(Policy.role("ns", "r", READ_PODS));
        index.remove(RbacKind.ROLE, "ns", "r");
        assertThat(mayGetPods(JANE, "ns")).isFalse();

        policy.clusterRole("c", READ_PODS);
        assertThat(mayGetPods(UserInfo.of("bob"), "ns")).isTrue();
        index.remove(RbacKind.CLUSTER_ROLE_BINDING, "", "cb");
        assertThat(mayGetPods(UserInfo.of("bob"), "ns")).isFalse();

        policy.bind("ns", "b", "ClusterRole/c", "User/jane");
        assertThat(mayGetPods(JANE, "ns")).isTrue();
        index.remove(RbacKind.ROLE_BINDING, "ns", "b");
        // A change of ClusterRoles at the same time makes everything anew, and must not bring the removed one back.
        policy.clusterRole("another", READ_PODS);
        assertThat(mayGetPods(JANE, "ns")).isFalse();
    }

    @Test
    void followsChangesOfClusterRolesIntoNamespaces() {
        policy.bind("ns", "b", "ClusterRole/c", "User/jane");
        assertThat(mayGetPods(JANE, "ns")).isFalse();

        policy.clusterRole("c", READ_PODS);
        assertThat(mayGetPods(JANE, "ns")).isTrue();
        policy.clusterRole("c", "{'verbs':['delete'],'apiGroups':[''],'resources':['pods']}");
        assertThat(mayGetPods(JANE, "ns")).isFalse();
        policy.clusterRole("c", READ_PODS);
        assertThat(mayGetPods(JANE, "ns")).isTrue();
        policy.index.remove(RbacKind.CLUSTER_ROLE, "", "c");
        assertThat(mayGetPods(JANE, "ns")).isFalse();
    }

    @Test
    void gathersAggregatesThroughOthersAndAroundCircles() {
        policy.put(json("{'kind':'ClusterRole','metadata':{'name':'top','labels':{'to':'middle'}},'rules':["
                + "{'verbs':['get'],'apiGroups':[''],'resources':['secrets']}],"
                + "'aggregationRule':{'clusterRoleSelectors':[{'matchLabels':{'to':'top'}}]}}"));
        policy.put(json("{'kind':'ClusterRole','metadata':{'name':'middle','labels':{'to':'top'}},"
                + "'aggregationRule':{'clusterRoleSelectors':[{'matchExpressions':"
                + "[{'key':'to','operator':'In','values':['middle']}]}]}}"));
        policy.put(json("{'kind':'ClusterRole','metadata':{'name':'leaf','labels':{'to':'middle'}},'rules':[%s]}"
                .formatted(READ_PODS)));
        policy.bind("", "b", "ClusterRole/top", "User/jane").bind("", "m", "ClusterRole/middle", "User/bob");

        assertThat(mayGetPods(JANE, "ns")).isTrue();
        assertThat(mayGetPods(UserInfo.of("bob"), "ns")).isTrue();
        assertThat(policy.index
                        .authorize(Attributes.ofResource(JANE, "get", "", "v1", "secrets", "", "ns", "s"))
                        .isAllowed())
                .as("what an aggregate once held by itself does not count")
                .isFalse();
        policy.index.remove(RbacKind.CLUSTER_ROLE, "", "leaf");
        assertThat(mayGetPods(JANE, "ns")).isFalse();
    }

    @Test
    void computesTheRulesToStoreInAnAggregate() {
        var one =
                json("{'metadata':{'name':'one','labels':{'a':'1'}},'rules':[%s,%s]}".formatted(READ_PODS, READ_PODS));
        var two = json(
                "{'metadata':{'name':'two','labels':{'a':'1'}},'rules':[{'verbs':['get'],'nonResourceURLs':['/x']}]}");
        var other = json(
                "{'metadata':{'name':'zero','labels':{'a':'2'}},'rules':[{'verbs':['*'],'nonResourceURLs':['*']}]}");
        var top = json("{'metadata':{'name':'top'},'aggregationRule':{'clusterRoleSelectors':["
                + "{'matchLabels':{'a':'1'}},{'matchExpressions':[{'key':'a','operator':'NotIn','values':['1','2']},"
                + "{'key':'a','operator':'Exists'}]}]}}");

        assertThat(AggregatedRules.of(top, List.of(two, other, one, top))
                        .orElseThrow()
                        .toString())
                .isEqualTo("[{\"apiGroups\":[\"\"],\"resources\":[\"pods\"],\"verbs\":[\"get\",\"list\"]},"
                        + "{\"nonResourceURLs\":[\"/x\"],\"verbs\":[\"get\"]}]");
        assertThat(AggregatedRules.of(one, List.of(one, top))).isEmpty();
    }

    @Test
    void survivesObjectsOfTheWrongShape() {
        policy.put(json("{'kind':'ClusterRole','metadata':{'name':'r','labels':[]},'rules':'x'}"));
        policy.put(json("{'kind':'ClusterRole','metadata':{'name':'q'},'rules':[5,{'verbs':'get'}]}"));
        policy.put(json("{'kind':'ClusterRoleBinding','metadata':{'name':'b'},'subjects':[1,{}],'roleRef':7}"));

        assertThat(mayGetPods(JANE, "ns")).isFalse();
    }

    private boolean mayGetPods(UserInfo user, String namespace) {
        return policy.index.authorize(getPods(user, namespace)).isAllowed();
    }

    private String reason(UserInfo user) {
        return policy.index.authorize(getPods(user, "ns")).reason();
    }

    private static Attributes getPods(UserInfo user, String namespace) {
        return Attributes.ofResource(user, "get", "", "v1", "pods", "", namespace, "p");
    }
}
