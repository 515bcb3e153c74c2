package dev.archipelago.apiserver.authz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.archipelago.api.authn.UserInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ImpersonationTest {
    private static final UserInfo ROOT = UserInfo.of("root", "system:masters");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Impersonate-User=bob|[system:authenticated]",
                "Impersonate-User=bob;Impersonate-Group=dev;Impersonate-Group=ops|[dev, ops, system:authenticated]",
                "impersonate-user=bob;impersonate-group=system:unauthenticated|[system:unauthenticated]",
                "Impersonate-User=system:anonymous|[system:unauthenticated]",
                "Impersonate-User=system:serviceaccount:ns:sa|[system:serviceaccounts, system:serviceaccounts:ns, system:authenticated]",
                "Impersonate-User=system:serviceaccount:ns:sa;Impersonate-Group=dev|[dev, system:authenticated]",
            })
    void becomesTheOtherUser(String headers, String groups) {
        UserInfo user = impersonation(headers).authorize(ROOT, new RbacIndex());

        assertThat(user.name()).isEqualTo(impersonation(headers).user());
        assertThat(user.groups()).hasToString(groups);
    }

    @Test
    void carriesUidAndExtra() {
        Impersonation wanted = impersonation(
                "Impersonate-User=bob;Impersonate-Uid=u1;"
                        + "Impersonate-Extra-Acme.com%2Fproject=a;Impersonate-Extra-Acme.com%2Fproject=b;Impersonate-Extra-Bad%2=c");

        UserInfo user = wanted.authorize(ROOT, new RbacIndex());

        assertThat(user.uid()).isEqualTo("u1");
        assertThat(user.extra()).isEqualTo(Map.of("acme.com/project", List.of("a", "b"), "bad%2", List.of("c")));
    }

    @Test
    void asksForEveryPart() {
        Impersonation wanted = impersonation("Impersonate-User=system:serviceaccount:ns:sa;Impersonate-Group=dev;"
                + "Impersonate-Extra-Scopes=view;Impersonate-Uid=u1");

        assertThat(wanted.checks(ROOT))
                .extracting(check -> check.verb() + " " + check.group() + " " + check.qualifiedResource() + " "
                        + check.namespace() + " " + check.name())
                .containsExactly(
                        "impersonate  serviceaccounts ns sa",
                        "impersonate  groups  dev",
                        "impersonate authentication.k8s.io userextras/scopes  view",
                        "impersonate authentication.k8s.io uids  u1");
    }

    @Test
    void needsTheRightForEveryPart() {
        Policy policy = new Policy()
                .clusterRole(
                        "imp",
                        "{'verbs':['impersonate'],'apiGroups':[''],'resources':['users'],'resourceNames':['bob']}")
                .bind("", "b", "ClusterRole/imp", "User/jane");
        UserInfo jane = UserInfo.of("jane");

        assertThat(impersonation("Impersonate-User=bob")
                        .authorize(jane, policy.index)
                        .name())
                .isEqualTo("bob");
        assertThatThrownBy(() -> impersonation("Impersonate-User=alice").authorize(jane, policy.index))
                .hasMessage("users \"alice\" is forbidden: User \"jane\" cannot impersonate resource \"users\" in API"
                        + " group \"\" at the cluster scope");
        assertThatThrownBy(() -> impersonation("Impersonate-User=bob;Impersonate-Group=system:masters")
                        .authorize(jane, policy.index))
                .hasMessageStartingWith("groups \"system:masters\" is forbidden");
    }

    @Test
    void needsAUser() {
        assertThatThrownBy(() -> impersonation("Impersonate-Group=dev;Impersonate-Uid=u"))
                .hasMessage("requested [{Group  dev    } {UID  u  authentication.k8s.io/v1  }] without impersonating a"
                        + " user");
        assertThat(Impersonation.of(List.of(new Impersonation.Header("Accept", "x"))))
                .isEmpty();
        assertThat(Impersonation.isHeader("IMPERSONATE-user")).isTrue();
        assertThat(Impersonation.isHeader("Impersonator")).isFalse();
    }

    private static Impersonation impersonation(String headers) {
        List<Impersonation.Header> list = new ArrayList<>();
        for (String header : headers.split(";")) {
            int equals = header.indexOf('=');
            list.add(new Impersonation.Header(header.substring(0, equals), header.substring(equals + 1)));
        }
        return Impersonation.of(list).orElseThrow();
    }
}
