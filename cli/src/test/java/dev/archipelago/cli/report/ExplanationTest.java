package dev.archipelago.cli.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.archipelago.api.objects.AnyObject;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.controller.testing.FakeClusterApi;
import dev.archipelago.federation.kinds.Binding;
import dev.archipelago.model.kinds.GroupVersionKind;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class ExplanationTest {
    private static final Kind<AnyObject> SET =
            AnyObject.kind(new GroupVersionKind("apps", "v1", "StatefulSet"), "statefulsets", true);
    private static final Kind<AnyObject> SECRET = AnyObject.kind(GroupVersionKind.of("v1", "Secret"), "secrets", true);
    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
    private static final Key WEB = new Key("default", "web");

    @Test
    void tellsReplicasAndReasonsOfEachCluster() {
        Binding binding = Objects.of(Binding.KIND, """
                metadata:
                  namespace: default
                  name: web-statefulset
                  annotations:
                    propagationpolicy.karmada.io/namespace: default
                    propagationpolicy.karmada.io/name: spread
                spec:
                  replicas: 5
                  scheduling:
                    failure: 1 replica found no place
                    clusters: [{name: c10, reason: is tainted}, {name: c2, reason: chosen}]
                  clusters:
                  - {name: c1, replicas: 3, ordinals: {start: 0, claimed: 3}}
                  - {name: c2, replicas: 1, ordinals: {start: 3}}
                status:
                  aggregatedStatus:
                  - clusterName: c1
                    waitsFor: {reason: R, cluster: c9, message: c9 is away, since: "2026-03-01T11:57:00Z"}
                  - clusterName: c2
                    waitsFor: {reason: R, cluster: c9, message: c9 is away, since: "2026-03-01T11:58:00Z"}
                """);
        assertThat(Explanation.of(SET, WEB, binding, NOW)).isEqualTo("""
                StatefulSet default/web, 5 replicas, placed by PropagationPolicy default/spread
                Problem: 1 replica found no place

                CLUSTER  REPLICAS  WHY
                c1       3 (0-2)
                c10      -         is tainted
                c2       1 (3)     chosen

                WAITING
                c1, c2: c9 is away (for 3m)
                """);
    }

    @Test
    void tellsOfObjectsThatAreNotCounted() {
        Binding binding = Objects.of(Binding.KIND, """
                metadata:
                  namespace: default
                  name: web-secret
                  deletionTimestamp: "2026-03-01T11:00:00Z"
                  annotations: {clusterpropagationpolicy.karmada.io/name: everything}
                spec: {clusters: [{name: c1}]}
                """);
        assertThat(Explanation.of(SECRET, WEB, binding, NOW)).isEqualTo("""
                Secret default/web, placed by ClusterPropagationPolicy everything
                It is being deleted.

                CLUSTER  GOES THERE  WHY
                c1       yes
                """);
    }

    @Test
    void tellsWhyAnObjectIsNowhere() {
        AnyObject plain = Objects.of(SECRET, "metadata: {namespace: default, name: web}");
        AnyObject own = Objects.of(SECRET, "metadata: {namespace: kube-system, name: web}");
        assertThat(Explanation.unbound(SECRET, plain))
                .isEqualTo("Secret default/web is in no cluster: "
                        + "no policy is about it, and it is not propagated without one\n");
        assertThat(Explanation.unbound(SECRET, own)).contains("never propagated");
    }

    @Test
    void refusesWhatNamesNoObject() {
        FakeClusterApi federation = new FakeClusterApi();
        assertThatThrownBy(() -> Explanation.read(federation, "web", "default", NOW))
                .hasMessage("\"web\" is not KIND/NAME, such as sts/web");
        assertThatThrownBy(() -> Explanation.read(federation, "sts/", "default", NOW))
                .hasMessageContaining("KIND/NAME");
        assertThatThrownBy(() -> Explanation.read(federation, "nothing/web", "default", NOW))
                .hasMessage("the federation has no kind \"nothing\"");
    }
}
