package dev.archipelago.apiserver.authz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.api.authn.UserInfo;
import dev.archipelago.api.objects.Json;
import dev.archipelago.apiserver.authn.Authentication;
import dev.archipelago.apiserver.authn.Authenticator;
import dev.archipelago.apiserver.authn.ServiceAccountTokens;
import dev.archipelago.apiserver.authn.StaticTokens;
import dev.archipelago.apiserver.pki.CertificateAuthority;
import dev.archipelago.apiserver.pki.CertificateSpec;
import dev.archipelago.apiserver.pki.SigningKeys;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.ObjectNode;

final class DefaultPolicyTest {
    private final Policy policy = new Policy().defaults();

    @ParameterizedTest(name = "{0} of {1} may {2} {3}: {4}")
    @CsvSource({
        "system:anonymous, system:unauthenticated, get,    /healthz,        true",
        "system:anonymous, system:unauthenticated, get,    /livez,          true",
        "system:anonymous, system:unauthenticated, get,    /readyz,         true",
        "system:anonymous, system:unauthenticated, get,    /version,        true",
        "system:anonymous, system:unauthenticated, get,    /readyz/etcd,    false",
        "system:anonymous, system:unauthenticated, get,    /api,            false",
        "system:anonymous, system:unauthenticated, get,    /metrics,        false",
        "system:anonymous, system:unauthenticated, get,    core/pods,       false",
        "system:anonymous, system:unauthenticated, create, authorization.k8s.io/selfsubjectaccessreviews, false",
        "bob,              system:authenticated,   get,    /apis/apps/v1,   true",
        "bob,              system:authenticated,   get,    /openapi/v3,     true",
        "bob,              system:authenticated,   get,    /metrics,        false",
        "bob,              system:authenticated,   create, authorization.k8s.io/selfsubjectrulesreviews, true",
        "bob,              system:authenticated,   create, authentication.k8s.io/selfsubjectreviews, true",
        "bob,              system:authenticated,   create, authentication.k8s.io/tokenreviews, false",
        "bob,              system:authenticated,   get,    core/pods,       false",
        "m,                system:monitoring,      get,    /metrics,        true",
        "sa,               system:serviceaccounts, get,    /openid/v1/jwks, true",
        "root,             system:masters,         delete, core/secrets,    true",
        "system:serviceaccount:kube-system:default, system:serviceaccounts, get, core/secrets, false",
    })
    void givesEverybodyTheirDue(String user, String group, String verb, String what, boolean allowed) {
        UserInfo who = UserInfo.of(user, group);
        Attributes attributes = what.startsWith("/")
                ? Attributes.ofPath(who, verb, what)
                : Attributes.ofResource(
                        who,
                        verb,
                        what.substring(0, what.indexOf('/')).replace("core", ""),
                        "v1",
                        what.substring(what.indexOf('/') + 1),
                        "",
                        "",
                        "");

        assertThat(policy.index.authorize(attributes).isAllowed()).isEqualTo(allowed);
    }

    @ParameterizedTest(name = "{0} may {1} {2}/{3}: {4}")
    @CsvSource({
        "view,  get,    '',   pods,        true",
        "view,  get,    '',   pods/log,    true",
        "view,  get,    '',   secrets,     false",
        "view,  create, '',   pods,        false",
        "edit,  get,    '',   pods,        true",
        "edit,  get,    '',   secrets,     true",
        "edit,  create, apps, deployments, true",
        "edit,  create, '',   pods/exec,   true",
        "edit,  create, rbac.authorization.k8s.io, roles, false",
        "admin, create, rbac.authorization.k8s.io, roles, true",
        "admin, get,    '',   pods,        true",
        "admin, create, apps, deployments, true",
        "admin, update, '',   resourcequotas, false",
        "admin, get,    '',   nodes,       false",
    })
    void buildsTheUserRolesFromTheirParts(String role, String verb, String group, String resource, boolean allowed) {
        policy.bind("ns", "b", "ClusterRole/" + role, "User/bob");
        String[] parts = resource.split("/");

        assertThat(policy.index
                        .authorize(Attributes.ofResource(
                                UserInfo.of("bob"),
                                verb,
                                group,
                                "v1",
                                parts[0],
                                parts.length > 1 ? parts[1] : "",
                                "ns",
                                ""))
                        .isAllowed())
                .isEqualTo(allowed);
    }

    @Test
    void holdsBackASecondUserWithACertificate(@TempDir Path directory) throws Exception {
        CertificateAuthority authority = CertificateAuthority.open(directory, InstantSource.system());
        Authenticator authenticator = new Authenticator(
                InstantSource.system(),
                StaticTokens.none(),
                new ServiceAccountTokens(
                        new ServiceAccountTokens.Settings(
                                "https://issuer",
                                List.of("https://issuer"),
                                SigningKeys.open(directory),
                                List.of(),
                                InstantSource.system(),
                                () -> "id"),
                        (_, _, _) -> Optional.empty()));
        UserInfo jane = ((Authentication.Accepted) authenticator.authenticate(
                        authority.issue(CertificateSpec.client("jane", "dev")).certificate(), null))
                .user();
        policy.put(Policy.role(
                "team", "pod-reader", "{'verbs':['get','list','watch'],'apiGroups':[''],'resources':['pods']}"));
        policy.bind("team", "read-pods", "Role/pod-reader", "Group/dev");

        assertThat(authorize(jane, "list", "pods", "team").reason())
                .isEqualTo("RBAC: allowed by RoleBinding \"read-pods/team\" of Role \"pod-reader\" to Group \"dev\"");
        for (String[] no : new String[][] {
            {"create", "pods", "team"}, {"list", "secrets", "team"}, {"list", "pods", "other"}, {"list", "pods", ""}
        }) {
            assertThat(authorize(jane, no[0], no[1], no[2]).isAllowed())
                    .as("%s", (Object) no)
                    .isFalse();
        }
        assertThat(policy.index
                        .authorize(Attributes.ofPath(jane, "get", "/api"))
                        .isAllowed())
                .isTrue();
    }

    @Test
    void marksEveryObjectAsItsOwnAndNamesItOnce() {
        Set<String> names = new HashSet<>();
        boolean bindings = false;
        for (ObjectNode object : DefaultPolicy.objects()) {
            var metadata = object.path("metadata");
            assertThat(metadata.path("labels")
                            .path("kubernetes.io/bootstrapping")
                            .asString())
                    .isEqualTo("rbac-defaults");
            assertThat(metadata.path("annotations")
                            .path("rbac.authorization.kubernetes.io/autoupdate")
                            .asString())
                    .isEqualTo("true");
            assertThat(names.add(Json.text(object, "kind") + metadata.path("namespace") + metadata.path("name")))
                    .isTrue();
            assertThat(object.path("apiVersion").asString()).isEqualTo("rbac.authorization.k8s.io/v1");
            assertThat(bindings && !object.has("roleRef"))
                    .as("a role after a binding")
                    .isFalse();
            bindings |= object.has("roleRef");
        }
        assertThat(names).hasSize(13 + 6);
    }

    @Test
    void bindsOnlyRolesThatExist() {
        for (ObjectNode object : DefaultPolicy.objects()) {
            if (object.has("roleRef")) {
                RoleGrant binding = RoleGrant.of(
                        Json.text(object.path("metadata"), "namespace"),
                        Json.text(object.path("metadata"), "name"),
                        object);
                assertThat(policy.index.snapshot().rulesOf(binding.role(), binding.namespace()))
                        .as(binding.name())
                        .isPresent();
            }
        }
    }

    private Decision authorize(UserInfo user, String verb, String resource, String namespace) {
        return policy.index.authorize(Attributes.ofResource(user, verb, "", "v1", resource, "", namespace, ""));
    }
}
