package dev.archipelago.apiserver.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/// Commands that make their objects from flags. Recent ones send them as protobuf.
@ParameterizedClass(name = "{0}", allowZeroInvocations = true)
@MethodSource("dev.archipelago.apiserver.kubectl.KubectlBinaries#all")
class KubectlTypedIT extends KubectlScript {
    @Test
    void objectsAreMadeFromFlags() {
        assertThat(kubectl.ok("create", "configmap", "settings", "--from-literal=colour=blue"))
                .isEqualTo("configmap/settings created\n");
        assertThat(field("cm/settings", ".data")).isEqualTo("{\"colour\":\"blue\"}");
        kubectl.ok("create", "secret", "generic", "keys", "--from-literal=door=1234");
        assertThat(field("secret/keys", ".type", ".data.door")).isEqualTo("Opaque MTIzNA==");
        kubectl.ok("create", "deployment", "web", "--image=nginx");
        assertThat(field("deploy/web", ".spec.template.spec.containers[0].image", ".spec.replicas"))
                .isEqualTo("nginx 1");
        kubectl.ok("create", "quota", "few", "--hard=pods=3");
        assertThat(field("quota/few", ".spec.hard")).isEqualTo("{\"pods\":\"3\"}");
        kubectl.ok("create", "job", "once", "--image=busybox", "--", "true");
        assertThat(field("job/once", ".spec.template.spec.containers[0].command[0]"))
                .isEqualTo("true");
        assertThat(kubectl.refused("create", "configmap", "settings")).contains("already exists");
        everywhere.ok("create", "namespace", namespace + "-more");
    }

    @Test
    void objectsAreMadeFromOthers() {
        kubectl.ok(WEB, CREATE);
        assertThat(kubectl.ok("expose", "deploy", "web", "--port=8080")).isEqualTo("service/web exposed\n");
        assertThat(field("svc/web", ".spec.ports[0].port", ".spec.selector.app"))
                .isEqualTo("8080 web");
        kubectl.ok("autoscale", "deploy", "web", "--min=1", "--max=3");
        assertThat(field("hpa/web", ".spec.scaleTargetRef.name", ".spec.maxReplicas"))
                .isEqualTo("web 3");
        assertThat(kubectl.ok("run", "lone", "--image=busybox", "--restart=Never"))
                .isEqualTo("pod/lone created\n");
        assertThat(field("pod/lone", ".spec.restartPolicy")).isEqualTo("Never");
        kubectl.ok("rollout", "restart", "deploy/web");
        assertThat(field("deploy/web", ".metadata.generation")).isEqualTo("2");
    }

    @Test
    void accessIsAskedFor() {
        kubectl.ok("create", "serviceaccount", "robot");
        kubectl.ok("create", "role", "pods", "--verb=get,list", "--resource=pods");
        kubectl.ok("create", "rolebinding", "robot", "--role=pods", "--serviceaccount=" + namespace + ":robot");
        Kubectl robot = kubectl.with("--as=system:serviceaccount:" + namespace + ":robot");
        assertThat(robot.ok("auth", "can-i", "list", "pods")).isEqualTo("yes\n");
        KubectlRun.Output refused = robot.run("auth", "can-i", "delete", "pods");
        assertThat(refused.out()).startsWith("no");
        assertThat(refused.code()).isEqualTo(1);
        assertThat(rows(robot.ok("auth", "can-i", "--list")))
                .contains(
                        "Resources|Non-Resource URLs|Resource Names|Verbs",
                        "pods|[]|[]|[get list]",
                        "selfsubjectaccessreviews.authorization.k8s.io|[]|[]|[create]",
                        "[/healthz]|[]|[get]");
        assertThat(rows(kubectl.ok("auth", "can-i", "--list"))).contains("*.*|[]|[]|[*]", "[*]|[]|[*]");
    }

    @Test
    void tokensOpenTheDoor() {
        Assumptions.assumeTrue(binary.since(24), "this kubectl has no create token");
        kubectl.ok("create", "serviceaccount", "robot");
        String token = kubectl.ok("create", "token", "robot", "--duration=20m").strip();
        Kubectl robot = Kubectl.of(binary, directory.resolve("robot"), everywhere.file("robot.yaml", """
                                apiVersion: v1
                                kind: Config
                                clusters: [{name: c, cluster: {server: "https://127.0.0.1:%d", certificate-authority: "%s"}}]
                                users: [{name: robot, user: {token: "%s"}}]
                                contexts: [{name: c, context: {cluster: c, user: robot, namespace: %s}}]
                                current-context: c
                                """.formatted(
                        server.port(), directory.resolve("pki/ca.crt"), token, namespace)));
        assertThat(robot.refused("get", "pods"))
                .contains("User \"system:serviceaccount:" + namespace + ":robot\" cannot list resource \"pods\"");
        kubectl.ok("create", "rolebinding", "robot", "--clusterrole=view", "--serviceaccount=" + namespace + ":robot");
        assertThat(robot.ok("get", "pods", "-o", "name")).isEmpty();
        if (binary.since(27)) {
            assertThat(rows(robot.ok("auth", "whoami")))
                    .contains("Username|system:serviceaccount:" + namespace + ":robot");
        }
    }
}
