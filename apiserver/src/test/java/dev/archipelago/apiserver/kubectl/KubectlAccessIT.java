package dev.archipelago.apiserver.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.api.pki.ClientIdentity;
import dev.archipelago.api.pki.Pem;
import dev.archipelago.apiserver.pki.CertificateAuthority;
import dev.archipelago.apiserver.pki.CertificateSpec;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/// A second user, known by a certificate and held back by roles.
@ParameterizedClass(name = "{0}", allowZeroInvocations = true)
@MethodSource("dev.archipelago.apiserver.kubectl.KubectlBinaries#all")
class KubectlAccessIT extends KubectlScript {
    private static final String PODS_FOR_DEVELOPERS = """
            apiVersion: rbac.authorization.k8s.io/v1
            kind: Role
            metadata: {name: pods}
            rules:
            - {apiGroups: [""], resources: [pods], verbs: [get, list, create]}
            ---
            apiVersion: rbac.authorization.k8s.io/v1
            kind: RoleBinding
            metadata: {name: developers}
            roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: pods}
            subjects:
            - {apiGroup: rbac.authorization.k8s.io, kind: Group, name: developers}
            """;

    /// Puts a user's certificate into the kubeconfig, and acts as that user.
    private Kubectl as(String name, String group) throws Exception {
        CertificateAuthority authority = CertificateAuthority.open(directory.resolve("pki"), InstantSource.system());
        ClientIdentity identity = authority.issue(CertificateSpec.client(name, group));
        everywhere.ok(
                "config",
                "set-credentials",
                name,
                "--client-certificate=" + everywhere.file(name + ".crt", Pem.encode(identity.certificate())),
                "--client-key=" + everywhere.file(name + ".key", Pem.encode(identity.key())),
                "--embed-certs=true");
        return kubectl.with("--user=" + name);
    }

    @Test
    void certificateUserMayDoWhatRolesAllow() throws Exception {
        Kubectl jane = as("jane", "developers");
        assertThat(jane.refused("get", "pods")).isEqualTo("""
                Error from server (Forbidden): pods is forbidden: User "jane" cannot list resource "pods" in API group "" \
                in the namespace "%s"
                """.formatted(namespace));
        kubectl.ok(PODS_FOR_DEVELOPERS, CREATE);
        assertThat(jane.ok(pod("mine", "a: b"), CREATE)).isEqualTo("pod/mine created\n");
        assertThat(jane.ok("get", "pods", "-o", "name")).isEqualTo("pod/mine\n");
        assertThat(jane.refused("delete", "pod", "mine")).contains("User \"jane\" cannot delete resource \"pods\"");
        assertThat(jane.refused("get", "secrets")).contains("User \"jane\" cannot list resource \"secrets\"");
        assertThat(jane.refused("get", "pods", "-A")).contains("at the cluster scope");
        assertThat(jane.refused("get", "pods", "--namespace=default")).contains("in the namespace \"default\"");
        assertThat(as("mallory", "strangers").refused("get", "pods")).contains("User \"mallory\" cannot list");
    }

    @Test
    void nobodyGivesMoreThanTheyHave() throws Exception {
        kubectl.ok(PODS_FOR_DEVELOPERS, CREATE);
        Kubectl jane = as("jane", "developers");
        kubectl.ok("patch", "role", "pods", "--type=json", "-p", """
                [{"op":"add","path":"/rules/-","value":{"apiGroups":["rbac.authorization.k8s.io"],
                "resources":["roles"],"verbs":["get","create","patch"]}}]""");
        assertThat(jane.refused("patch", "role", "pods", "--type=json", "-p", """
                [{"op":"add","path":"/rules/0/resources/-","value":"secrets"}]"""))
                .contains("is attempting to grant RBAC permissions not currently held");
    }

    @Test
    void administratorActsAsOthers() {
        kubectl.ok(PODS_FOR_DEVELOPERS, CREATE);
        assertThat(kubectl.ok("get", "pods", "-o", "name", "--as=joe", "--as-group=developers"))
                .isEmpty();
        assertThat(kubectl.refused("get", "pods", "--as=joe")).contains("User \"joe\" cannot list resource \"pods\"");
    }
}
