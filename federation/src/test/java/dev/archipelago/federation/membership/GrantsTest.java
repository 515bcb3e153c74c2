package dev.archipelago.federation.membership;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class GrantsTest {
    private static final Grants GRANTS = Grants.of("c4", "feedbeef-0000", List.of("example.org"), false);

    /// The verbs for a resource in all rules without resourceNames.
    private static List<String> verbs(String group, String resource) {
        List<String> verbs = new ArrayList<>();
        for (JsonNode rule : GRANTS.roleObject().path("rules")) {
            if (has(rule.path("apiGroups"), group)
                    && has(rule.path("resources"), resource)
                    && !rule.has("resourceNames")) {
                rule.path("verbs").forEach(verb -> verbs.add(verb.asString("")));
            }
        }
        return verbs;
    }

    private static boolean has(JsonNode list, String wanted) {
        for (JsonNode item : list) {
            if (item.asString("").equals(wanted) || item.asString("").equals("*")) {
                return true;
            }
        }
        return false;
    }

    @Test
    void letWorkloadsBeWritten() {
        for (String verb : List.of("get", "list", "watch", "create", "update", "patch", "delete")) {
            assertThat(verbs("apps", "statefulsets")).contains(verb);
            assertThat(verbs("", "configmaps")).contains(verb);
            assertThat(verbs("", "namespaces")).contains(verb);
            assertThat(verbs("example.org", "anything")).contains(verb);
        }
    }

    @Test
    void letNothingBeTakenOver() {
        assertThat(verbs("", "nodes")).containsExactly("get", "list", "watch");
        assertThat(verbs("", "pods/exec")).isEmpty();
        assertThat(verbs("", "serviceaccounts/token")).isEmpty();
        assertThat(verbs("certificates.k8s.io", "certificatesigningrequests")).isEmpty();
        assertThat(verbs("rbac.authorization.k8s.io", "clusterroles")).isEmpty();
        assertThat(verbs("rbac.authorization.k8s.io", "clusterrolebindings")).isEmpty();
        assertThat(GRANTS.roleObject().toString())
                .doesNotContain("escalate", "impersonate", "\"bind\"", "\"verbs\":[\"*\"]", "\"apiGroups\":[\"*\"]");
    }

    @Test
    void letTheAccountTakeItsOwnRoleAwayAndNoOther() {
        List<JsonNode> named = new ArrayList<>();
        GRANTS.roleObject().path("rules").forEach(rule -> {
            if (rule.has("resourceNames")) {
                named.add(rule);
            }
        });
        assertThat(named).singleElement().satisfies(rule -> {
            assertThat(rule.path("resources")).hasToString("[\"clusterroles\"]");
            assertThat(rule.path("verbs")).hasToString("[\"get\",\"delete\"]");
            assertThat(rule.path("resourceNames")).hasToString("[\"archipelago-c4-feedbeef\"]");
        });
    }
}
