package dev.archipelago.apiserver.authz;

import static dev.archipelago.apiserver.authz.Policy.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.archipelago.api.authn.UserInfo;
import dev.archipelago.api.errors.ApiException;
import dev.archipelago.apiserver.authn.IdentityReviews;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class AccessReviewsTest {
    private static final UserInfo JANE = UserInfo.of("jane", "dev", "system:authenticated");

    private final Policy policy = new Policy()
            .clusterRole("pods", "{'verbs':['get','list'],'apiGroups':[''],'resources':['pods','pods/log']}")
            .bind("ns", "b", "ClusterRole/pods", "Group/dev");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'user':'x','groups':['dev'],'resourceAttributes':{'verb':'get','resource':'pods','namespace':'ns'}}"
                        + "|{'allowed':true,'reason':'RBAC: allowed by RoleBinding \\'b/ns\\' of ClusterRole \\'pods\\' to Group \\'dev\\''}",
                "{'user':'x','groups':['dev'],'resourceAttributes':{'verb':'get','resource':'pods','subresource':'log','namespace':'ns'}}"
                        + "|{'allowed':true,'reason':'RBAC: allowed by RoleBinding \\'b/ns\\' of ClusterRole \\'pods\\' to Group \\'dev\\''}",
                "{'user':'x','groups':['dev'],'resourceAttributes':{'verb':'get','resource':'pods'}}|{'allowed':false}",
                "{'user':'x','resourceAttributes':{'verb':'get','resource':'pods','namespace':'ns'}}|{'allowed':false}",
                "{'user':'x','groups':['system:masters'],'nonResourceAttributes':{'verb':'get','path':'/x'}}|{'allowed':true}",
                "{'user':'x','nonResourceAttributes':{'verb':'get','path':'/x'}}|{'allowed':false}",
            })
    void answersForOthers(String spec, String status) {
        assertThat(AccessReviews.subjectAccessReview(json("{'spec':" + spec + "}"), policy.index)
                        .path("status"))
                .isEqualTo(json(status));
    }

    @Test
    void answersForOneself() {
        var review = json(
                "{'kind':'SelfSubjectAccessReview','spec':{'resourceAttributes':{'verb':'list','resource':'pods','namespace':'ns'}}}");

        assertThat(AccessReviews.selfSubjectAccessReview(review, JANE, policy.index))
                .isEqualTo(json("{'kind':'SelfSubjectAccessReview','spec':{'resourceAttributes':{'verb':'list',"
                        + "'resource':'pods','namespace':'ns'}},'status':{'allowed':true,'reason':"
                        + "'RBAC: allowed by RoleBinding \\'b/ns\\' of ClusterRole \\'pods\\' to Group \\'dev\\''}}"));
        assertThat(review.has("status")).as("the request is left alone").isFalse();
    }

    @Test
    void answersInOneNamespaceOnly() {
        String spec =
                "'spec':{'groups':['dev'],'resourceAttributes':{'verb':'list','resource':'pods','namespace':'%s'}}";
        var review = json("{'metadata':{'namespace':'ns'}," + spec.formatted("ns") + "}");

        assertThat(AccessReviews.localSubjectAccessReview(review, "ns", policy.index)
                        .path("status")
                        .path("allowed")
                        .asBoolean())
                .isTrue();
        assertThatThrownBy(() -> AccessReviews.localSubjectAccessReview(review, "other", policy.index))
                .hasMessage("spec.resourceAttributes.namespace must match namespace: other");
        assertThatThrownBy(() -> AccessReviews.localSubjectAccessReview(
                        json("{'metadata':{'namespace':'ns'}," + spec.formatted("other") + "}"), "ns", policy.index))
                .hasMessage(
                        "LocalSubjectAccessReview.authorization.k8s.io \"\" is invalid:"
                                + " spec.resourceAttributes.namespace: Invalid value: \"other\": must match metadata.namespace");
    }

    @Test
    void refusesReviewsAsKubernetesDoes() {
        String prefix = "SubjectAccessReview.authorization.k8s.io \"\" is invalid: ";
        Map<String, String> cases = Map.of(
                "{'spec':{'user':'x'}}",
                "spec.resourceAttributes: Invalid value: null: exactly one of nonResourceAttributes or"
                        + " resourceAttributes must be specified",
                "{'spec':{'resourceAttributes':{}}}",
                "spec.user: Invalid value: \"\": at least one of user or group must be specified",
                "{'spec':{'user':'x','resourceAttributes':{},'nonResourceAttributes':{'path':'/','verb':'get'}}}",
                "spec.nonResourceAttributes: Invalid value: {\"Path\":\"/\",\"Verb\":\"get\"}: cannot be specified in"
                        + " combination with resourceAttributes",
                "{'metadata':{'name':'n'},'spec':{'user':'x','resourceAttributes':{}}}",
                "metadata: Invalid value: {\"name\":\"n\"}: must be empty",
                "{'spec':{'user':'x','resourceAttributes':{'labelSelector':{}}}}",
                "spec.resourceAttributes.labelSelector.requirements: Required value: when"
                        + " spec.resourceAttributes.labelSelector is specified, requirements or rawSelector is required",
                "{'spec':{'user':'x','resourceAttributes':{'fieldSelector':{'rawSelector':'a=b','requirements':[{}]}}}}",
                "spec.resourceAttributes.fieldSelector.rawSelector: Invalid value: \"a=b\": may not specified at the"
                        + " same time as requirements");
        cases.forEach((review, message) -> assertThatThrownBy(
                        () -> AccessReviews.subjectAccessReview(json(review), policy.index))
                .isInstanceOf(ApiException.class)
                .hasMessage(prefix + message));
        assertThatThrownBy(() -> AccessReviews.subjectAccessReview(json("{}"), policy.index))
                .hasMessageStartingWith(prefix + "[spec.resourceAttributes: ")
                .hasMessageContaining(", spec.user: ");
    }

    @Test
    void acceptsTheEmptyMetadataOfOlderClients() {
        assertThat(AccessReviews.selfSubjectAccessReview(
                                json("{'metadata':{'creationTimestamp':null},'spec':{'nonResourceAttributes':{}}}"),
                                JANE,
                                policy.index)
                        .path("status"))
                .isEqualTo(json("{'allowed':false}"));
    }

    @Test
    void listsWhatOneMayDo() {
        policy.clusterRole(
                        "mixed",
                        "{'verbs':['get'],'nonResourceURLs':['/x']},"
                                + "{'verbs':['get'],'apiGroups':['apps'],'resources':['deployments'],'resourceNames':['d']}")
                .bind("", "m", "ClusterRole/mixed", "User/jane")
                .bind("", "n", "ClusterRole/gone", "User/jane");

        var answer = AccessReviews.selfSubjectRulesReview(
                json("{'spec':{'namespace':'ns'}}"), JANE, policy.index.snapshot());

        assertThat(answer.path("status"))
                .isEqualTo(json("{'resourceRules':[{'verbs':['get'],'apiGroups':['apps'],'resources':['deployments'],"
                        + "'resourceNames':['d']},{'verbs':['get','list'],'apiGroups':[''],'resources':['pods','pods/log']}],"
                        + "'nonResourceRules':[{'verbs':['get'],'nonResourceURLs':['/x']}],'incomplete':false,"
                        + "'evaluationError':'clusterrole.rbac.authorization.k8s.io \\'gone\\' not found'}"));
        assertThatThrownBy(
                        () -> AccessReviews.selfSubjectRulesReview(json("{'spec':{}}"), JANE, policy.index.snapshot()))
                .hasMessage("no namespace on request");
    }

    @Test
    void saysWhoOneIs() {
        UserInfo user = new UserInfo("jane", "u1", List.of("dev"), Map.of("k", List.of("v")));

        assertThat(IdentityReviews.selfSubjectReview(
                        json("{'kind':'SelfSubjectReview'}"), user, Instant.parse("2026-01-02T03:04:05.678Z")))
                .isEqualTo(
                        json(
                                "{'kind':'SelfSubjectReview','metadata':{'creationTimestamp':'2026-01-02T03:04:05Z'},"
                                        + "'status':{'userInfo':{'username':'jane','uid':'u1','groups':['dev'],'extra':{'k':['v']}}}}"));
    }
}
