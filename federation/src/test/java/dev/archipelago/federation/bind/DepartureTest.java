package dev.archipelago.federation.bind;

import static dev.archipelago.federation.schedule.TestingPreferences.names;
import static dev.archipelago.federation.testing.TestingObjects.away;
import static dev.archipelago.federation.testing.TestingObjects.cluster;
import static dev.archipelago.federation.testing.TestingObjects.read;
import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.controller.api.ClusterApi.Listing;
import dev.archipelago.controller.cache.Cache;
import dev.archipelago.federation.kinds.Binding;
import dev.archipelago.federation.kinds.Cluster;
import dev.archipelago.federation.testing.FakeMembers;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DepartureTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // known to be clear | given up | uid of the binding | waits for
                "'' | '' | b1 | c1 c2",
                "c1 | '' | b1 | c2",
                "c1 c2 | '' | b1 | ''",
                // It had nothing left of an earlier binding.
                "c1 c2 | '' | b2 | c1 c2",
                // Somebody has given a cluster up.
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
        assertThat(Departure.waitsFor(binding, clusters, members)).isEqualTo(names(waitsFor));
    }
}
