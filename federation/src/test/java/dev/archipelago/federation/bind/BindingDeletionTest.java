package dev.archipelago.federation.bind;

import static dev.archipelago.federation.schedule.TestingPreferences.names;
import static dev.archipelago.federation.testing.TestingObjects.away;
import static dev.archipelago.federation.testing.TestingObjects.cluster;
import static dev.archipelago.federation.testing.TestingObjects.read;
import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.api.cluster.ClusterApi.Listing;
import dev.archipelago.api.objects.AnyObject;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.controller.cache.Cache;
import dev.archipelago.federation.kinds.Binding;
import dev.archipelago.federation.kinds.Cluster;
import dev.archipelago.federation.testing.FakeMembers;
import dev.archipelago.federation.testing.TestingObjects;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BindingDeletionTest {
    private static final Kind<AnyObject> SET = TestingObjects.kind("apps/v1 StatefulSet", true);

    private static final Binding MOVED = read(
            Binding.KIND,
            "{metadata: {name: b, namespace: shop, uid: b1},"
                    + " spec: {resource: {uid: u1}, clusters: [{name: c1}], departing: [c2, left]}}");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // members without the object | abandoned | uid of the binding | waits for
                "'' | '' | b1 | c1 c2",
                "c1 | '' | b1 | c2",
                "c1 c2 | '' | b1 | ''",
                // Nothing was left of an earlier binding only.
                "c1 c2 | '' | b2 | c1 c2",
                // Abandoned clusters.
                "c1 | c2 | b1 | ''",
                "'' | c1,c2 | b1 | ''",
                "'' | 'c1, c2' | b1 | ''",
            })
    void waitsForTargetsThatAreStillMembersUntilTheyAreClearOrGivenUp(
            String clear, String abandoned, String uid, String waitsFor) {
        Binding binding = read(
                Binding.KIND,
                "{metadata: {name: b, namespace: shop, uid: %s, annotations: {archipelago.dev/abandoned-clusters: '%s'}},"
                                .formatted(uid, abandoned)
                        + " spec: {clusters: [{name: c1}, {name: c2}, {name: left}]}}");
        Cache<Cluster> clusters = new Cache<>(Cluster.KIND);
        clusters.replaceAll(new Listing<>(List.of(cluster("c1"), away("c2"), cluster("c3")), 1));
        FakeMembers members = new FakeMembers();
        List.of("c1", "c2", "c3").forEach(members::member);
        names(clear).forEach(name -> members.member(name).isClearOf("b1"));
        assertThat(BindingDeletion.waitsFor(binding, clusters, members)).isEqualTo(names(waitsFor));
    }

    @Test
    void waitsAlsoForThoseThatWereTargetsOnce() {
        FakeMembers members = new FakeMembers();
        assertThat(BindingDeletion.waitsFor(MOVED, clusters(away("c2")), members))
                .containsExactly("c1", "c2");
    }

    @ParameterizedTest
    @CsvSource({"true, false, false, ''", "true, true, false, c2", "true, false, true, c2", "false, false, false, c2"})
    void thoseThatAreKnownToHaveNothingAreForgotten(boolean ready, boolean has, boolean unknown, String departing) {
        FakeMembers members = new FakeMembers();
        FakeMembers.FakeMember member = members.member("c2");
        if (has) {
            member.has(read(
                    SET,
                    "{metadata: {name: web-c2, namespace: shop, annotations: {resourcetemplate.karmada.io/uid: u1}}}"));
        }
        if (unknown) {
            member.isUnknown();
        }
        assertThat(BindingDeletion.departing(
                        MOVED, Optional.of(SET), clusters(ready ? cluster("c2") : away("c2")), members))
                .isEqualTo(names(departing));
    }

    private static Cache<Cluster> clusters(Cluster second) {
        Cache<Cluster> clusters = new Cache<>(Cluster.KIND);
        clusters.replaceAll(new Listing<>(List.of(cluster("c1"), second), 1));
        return clusters;
    }
}
