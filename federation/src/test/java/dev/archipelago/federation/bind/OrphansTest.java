package dev.archipelago.federation.bind;

import static dev.archipelago.federation.testing.TestingObjects.away;
import static dev.archipelago.federation.testing.TestingObjects.cluster;
import static dev.archipelago.federation.testing.TestingObjects.read;
import static dev.archipelago.federation.testing.TestingObjects.template;
import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.api.objects.AnyObject;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.federation.kinds.Binding;
import dev.archipelago.federation.kinds.Cluster;
import dev.archipelago.federation.testing.FakeMembers;
import dev.archipelago.federation.testing.TestingObjects;
import dev.archipelago.federation.workload.Template;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class OrphansTest {
    private static final Kind<AnyObject> SET = TestingObjects.kind("apps/v1 StatefulSet", true);
    private static final List<Cluster> CLUSTERS = List.of(cluster("c1"), cluster("c2"));

    private final FakeMembers members = new FakeMembers();
    private final Template local = template("apps/v1 StatefulSet", "{metadata: {uid: u1}}");
    private final Template global =
            template("apps/v1 StatefulSet", "{metadata: {uid: u1, annotations: {archipelago.dev/identity: Global}}}");

    private static AnyObject set(String name, String annotation, String spec) {
        return read(
                SET,
                "{metadata: {name: %s, namespace: shop, annotations: {%s}}, spec: %s}"
                        .formatted(name, annotation, spec));
    }

    private static String letGo(String federation, String binding) {
        return "archipelago.dev/orphaned: '{\"federation\":\"%s\",\"binding\":\"%s\",\"claimed\":5}'"
                .formatted(federation, binding);
    }

    private List<Binding.Target> found(Template template) {
        return Orphans.find(template, "sea", CLUSTERS, members).targets();
    }

    @Test
    void areTheReplicasThatClustersHaveOfASetOfTheSameNameThatWasLetGo() {
        members.member("c1").has(set("web-c1", letGo("sea", "web-statefulset"), "{replicas: 3}"));
        members.member("c2").has(set("web-c2", letGo("lake", "web-statefulset"), "{replicas: 3}"));
        assertThat(found(local)).containsExactly(Binding.Target.of("c1", OptionalInt.of(3)));
        members.member("c2").has(set("web-c2", letGo("sea", "web-c2-statefulset"), "{replicas: 3}"));
        assertThat(found(local)).hasSize(1);
    }

    @Test
    void keepTheirOrdinalsAndThoseThatAreTheirsWithoutRunning() {
        members.member("c1").has(set("web", letGo("sea", "web-statefulset"), "{replicas: 3, ordinals: {start: 4}}"));
        members.member("c2");
        assertThat(found(global))
                .containsExactly(new Binding.Target("c1", OptionalInt.of(3), OptionalInt.of(4), OptionalInt.of(5)));
    }

    @Test
    void areNothingToKeepWithoutOrdinals() {
        String empty = letGo("sea", "web-statefulset").replace(":5", ":0");
        members.member("c1").has(set("web", empty, "{replicas: 0}"));
        assertThat(found(global)).isEmpty();
    }

    @Test
    void areNotKnownUntilClustersThatAreReadyHaveSaidWhatTheyHave() {
        members.member("c1").isUnknown();
        assertThat(Orphans.find(local, "sea", CLUSTERS, members).unknown()).containsExactly("c1", "c2");
        members.member("c2");
        assertThat(Orphans.find(local, "sea", List.of(away("c1"), cluster("c2")), members)
                        .unknown())
                .isEmpty();
        Template other = template("apps/v1 Deployment", "{}");
        assertThat(Orphans.find(other, "sea", CLUSTERS, members)).isEqualTo(Orphans.NONE);
    }
}
