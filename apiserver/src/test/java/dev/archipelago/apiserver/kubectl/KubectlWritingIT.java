package dev.archipelago.apiserver.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/// Changes to single fields of objects, and to whole objects.
@ParameterizedClass(name = "{0}", allowZeroInvocations = true)
@MethodSource("dev.archipelago.apiserver.kubectl.KubectlBinaries#all")
class KubectlWritingIT extends KubectlScript {
    private static final String CONTAINERS = ".spec.template.spec.containers[*]";

    @Test
    void wrongManifestsAreRefused() {
        String misspelt = configMap("wrong", "blue").replace("data:", "dta:");
        assertThat(kubectl.refused(misspelt, CREATE)).contains("unknown field \"dta\"");
        assertThat(kubectl.refused(WEB.replace("replicas: 2", "replicas: -2"), CREATE))
                .startsWith("The Deployment \"web\" is invalid")
                .contains("spec.replicas: Invalid value: -2: must be greater than or equal to 0");
        assertThat(kubectl.ok(WEB, List.of("create", "--dry-run=server", "-o", "name")))
                .isEqualTo("deployment.apps/web\n");
        kubectl.ok(WEB, CREATE);
        assertThat(kubectl.refused(WEB, CREATE))
                .startsWith("Error from server (AlreadyExists)")
                .endsWith("deployments.apps \"web\" already exists\n");
    }

    @Test
    void patchesOfAllThreeTypes() {
        kubectl.ok(WEB, CREATE);
        patch("strategic", """
                {"spec":{"template":{"spec":{"containers":[{"name":"side","image":"busybox"}]}}}}""");
        assertThat(field("deploy/web", CONTAINERS + ".name")).isEqualTo("side nginx");
        patch("json", """
                [{"op":"test","path":"/spec/replicas","value":2},
                {"op":"replace","path":"/spec/template/spec/containers/0/image","value":"busybox:2"}]""");
        assertThat(field("deploy/web", CONTAINERS + ".image")).isEqualTo("busybox:2 nginx:1.25");
        patch("merge", """
                {"spec":{"replicas":3,"template":{"spec":{"containers":[{"name":"only","image":"busybox"}]}}}}""");
        assertThat(field("deploy/web", CONTAINERS + ".name")).isEqualTo("only");
        assertThat(kubectl.ok("patch", "deploy", "web", "-p", "{\"spec\":{\"replicas\":3}}"))
                .isEqualTo("deployment.apps/web patched (no change)\n");
        assertThat(kubectl.refused(
                        "patch", "deploy", "web", "-p", "{\"spec\":{\"selector\":{\"matchLabels\":{\"a\":\"b\"}}}}"))
                .contains("spec.selector: Invalid value:", "field is immutable");
    }

    private void patch(String type, String patch) {
        assertThat(kubectl.ok("patch", "deploy", "web", "--type=" + type, "-p", patch))
                .isEqualTo("deployment.apps/web patched\n");
    }

    @Test
    void scaleMindsWhatItExpects() {
        kubectl.ok(WEB, CREATE);
        assertThat(kubectl.ok("scale", "deploy/web", "--current-replicas=2", "--replicas=5"))
                .isEqualTo("deployment.apps/web scaled\n");
        assertThat(kubectl.refused("scale", "deploy/web", "--current-replicas=4", "--replicas=6"))
                .contains("Expected replicas to be 4, was 5");
        assertThat(field("deploy/web", ".spec.replicas")).isEqualTo("5");
        assertThat(client.get("/apis/apps/v1/namespaces/" + namespace + "/deployments/web/scale")
                        .at("status.selector"))
                .isEqualTo("app=web");
    }

    @Test
    void labelsAndAnnotationsComeAndGo() {
        kubectl.ok(pod("lone", "a: b"), CREATE);
        assertThat(kubectl.ok("label", "pod", "lone", "tier=front")).isEqualTo("pod/lone labeled\n");
        assertThat(kubectl.refused("label", "pod", "lone", "tier=back")).contains("--overwrite is false");
        kubectl.ok("label", "pod", "lone", "tier=back", "a-", "--overwrite");
        assertThat(field("pod/lone", ".metadata.labels")).isEqualTo("{\"tier\":\"back\"}");
        assertThat(kubectl.refused("label", "pod", "lone", "bad=-x-")).contains("invalid label value");
        assertThat(kubectl.ok("annotate", "pods", "--all", "note=hello world")).isEqualTo("pod/lone annotated\n");
        assertThat(field("pod/lone", ".metadata.annotations.note")).isEqualTo("hello world");
        kubectl.ok("annotate", "pod", "lone", "note-");
        assertThat(field("pod/lone", ".metadata.annotations")).isEmpty();
    }

    @Test
    void setImageStartsANewGeneration() {
        kubectl.ok(WEB, CREATE);
        assertThat(kubectl.ok("set", "image", "deploy/web", "nginx=nginx:1.27"))
                .isEqualTo("deployment.apps/web image updated\n");
        kubectl.ok("set", "env", "deploy/web", "MODE=fast");
        assertThat(field("deploy/web", CONTAINERS + ".image", CONTAINERS + ".env"))
                .isEqualTo("nginx:1.27 [{\"name\":\"MODE\",\"value\":\"fast\"}]");
        assertThat(field("deploy/web", ".metadata.generation")).isEqualTo("3");
        assertThat(kubectl.refused("set", "image", "deploy/web", "apache=httpd"))
                .contains("unable to find container named \"apache\"");
    }

    @Test
    void replaceMindsTheVersion() {
        kubectl.ok(configMap("settings", "blue"), CREATE);
        String read = kubectl.ok("get", "cm", "settings", "-o", "yaml");
        List<String> replace = List.of("replace");
        assertThat(kubectl.ok(read.replace("blue", "green"), replace)).isEqualTo("configmap/settings replaced\n");
        assertThat(kubectl.refused(read.replace("blue", "red"), replace))
                .startsWith("Error from server (Conflict)")
                .contains("the object has been modified; please apply your changes to the latest version");
        String uid = field("cm/settings", ".metadata.uid");
        assertThat(kubectl.ok(configMap("settings", "red"), List.of("replace", "--force")))
                .isEqualTo("configmap \"settings\" deleted\nconfigmap/settings replaced\n");
        assertThat(field("cm/settings", ".data.colour")).isEqualTo("red");
        assertThat(field("cm/settings", ".metadata.uid")).isNotEqualTo(uid);
        assertThat(kubectl.refused(configMap("nobody", "red"), replace)).contains("configmaps \"nobody\" not found");
    }

    @Test
    void editorsChangesAreTaken() {
        kubectl.ok(configMap("settings", "blue"), CREATE);
        assertThat(kubectl.file("editor", "#!/bin/sh\nsed -i s/blue/red/ \"$1\"\n")
                        .toFile()
                        .setExecutable(true))
                .isTrue();
        assertThat(kubectl.ok("edit", "cm", "settings")).isEqualTo("configmap/settings edited\n");
        assertThat(field("cm/settings", ".data.colour")).isEqualTo("red");
        assertThat(kubectl.run("edit", "cm", "settings").err()).contains("Edit cancelled, no changes made.");
    }
}
