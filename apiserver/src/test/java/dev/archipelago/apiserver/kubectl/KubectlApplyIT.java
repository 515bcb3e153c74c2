package dev.archipelago.apiserver.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/// Apply in its two ways, and diff.
@ParameterizedClass(name = "{0}", allowZeroInvocations = true)
@MethodSource("dev.archipelago.apiserver.kubectl.KubectlBinaries#all")
class KubectlApplyIT extends KubectlScript {
    @Test
    void applyFollowsTheManifest() {
        assertThat(kubectl.ok(WEB, APPLY)).isEqualTo("deployment.apps/web created\n");
        assertThat(kubectl.ok(WEB, APPLY)).isEqualTo("deployment.apps/web unchanged\n");
        kubectl.ok("scale", "deploy/web", "--replicas=7");
        String next = WEB.replace("  replicas: 2\n", "").replace("nginx:1.25", "nginx:1.26");
        assertThat(kubectl.ok(next, APPLY)).isEqualTo("deployment.apps/web configured\n");
        // What the manifest no longer has goes, and is defaulted anew.
        assertThat(field("deploy/web", ".spec.replicas", ".spec.template.spec.containers[0].image"))
                .isEqualTo("1 nginx:1.26");
        assertThat(kubectl.ok("apply", "view-last-applied", "deploy/web")).contains("image: nginx:1.26");
    }

    @Test
    void serverSideApplyKeepsOwnersApart() {
        assertThat(kubectl.ok(configMap("shared", "blue"), serverSide("one")))
                .isEqualTo("configmap/shared serverside-applied\n");
        assertThat(kubectl.refused(configMap("shared", "green"), serverSide("two")))
                .contains("Apply failed with 1 conflict: conflict with \"one\": .data.colour");
        assertThat(field("cm/shared", ".data.colour")).isEqualTo("blue");
        assertThat(kubectl.ok(configMap("shared", "green"), serverSide("two", "--force-conflicts")))
                .isEqualTo("configmap/shared serverside-applied\n");
        assertThat(field("cm/shared", ".data.colour")).isEqualTo("green");
        assertThat(kubectl.refused(configMap("shared", "blue"), serverSide("one")))
                .contains("conflict with \"two\": .data.colour");
        kubectl.ok(configMap("shared", "green"), serverSide("one"));
        assertThat(field("cm/shared", ".metadata.managedFields[*].manager").split(" "))
                .containsExactlyInAnyOrder("one", "two");
    }

    @Test
    void serverSideApplyDropsWhatItsOwnerLetsGo() {
        String both = configMap("shrinking", "blue").replace("blue", "blue, size: big");
        kubectl.ok(both, serverSide("one"));
        kubectl.ok(configMap("shrinking", "blue"), serverSide("one"));
        assertThat(field("cm/shrinking", ".data")).isEqualTo("{\"colour\":\"blue\"}");
        kubectl.ok("patch", "cm", "shrinking", "-p", "{\"data\":{\"colour\":\"red\"}}");
        assertThat(kubectl.refused(configMap("shrinking", "blue"), serverSide("one")))
                .contains("conflict with \"kubectl-patch\" using v1: .data.colour");
    }

    @Test
    void clientSideApplyGivesWayToServerSide() {
        kubectl.ok(WEB, APPLY);
        kubectl.ok(WEB, serverSide("kubectl"));
        assertThat(kubectl.ok(WEB.replace("1.25", "1.26"), serverSide("kubectl")))
                .isEqualTo("deployment.apps/web serverside-applied\n");
        assertThat(field("deploy/web", ".spec.template.spec.containers[0].image"))
                .isEqualTo("nginx:1.26");
    }

    private static List<String> serverSide(String manager, String... flags) {
        List<String> command = new ArrayList<>(List.of("apply", "--server-side", "--field-manager=" + manager));
        command.addAll(List.of(flags));
        return command;
    }

    @Test
    void diffShowsWhatApplyWouldDo() {
        kubectl.ok(WEB, APPLY);
        String same = kubectl.file("same.yaml", WEB).toString();
        assertThat(kubectl.ok("diff", "-f", same)).isEmpty();
        String next = kubectl.file("next.yaml", WEB.replace("1.25", "1.26") + "---\n" + configMap("new", "blue"))
                .toString();
        KubectlRun.Output diff = kubectl.run("diff", "-f", next);
        assertThat(diff.code()).as(diff::toString).isEqualTo(1);
        assertThat(diff.out().lines())
                .contains(
                        "-      - image: nginx:1.25",
                        "+      - image: nginx:1.26",
                        "-  generation: 1",
                        "+  generation: 2")
                .contains("+  colour: blue");
        assertThat(field("deploy/web", ".spec.template.spec.containers[0].image"))
                .isEqualTo("nginx:1.25");
        assertThat(kubectl.ok("get", "cm", "new", "--ignore-not-found")).isEmpty();
    }
}
