package dev.archipelago.federation.bind;

import static dev.archipelago.federation.testing.TestingObjects.away;
import static dev.archipelago.federation.testing.TestingObjects.cluster;
import static dev.archipelago.federation.testing.TestingObjects.read;
import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.controller.api.ClusterApi.Listing;
import dev.archipelago.controller.cache.Cache;
import dev.archipelago.controller.objects.AnyObject;
import dev.archipelago.controller.objects.ApiObject;
import dev.archipelago.controller.objects.Key;
import dev.archipelago.controller.objects.Kind;
import dev.archipelago.federation.kinds.Binding;
import dev.archipelago.federation.kinds.Cluster;
import dev.archipelago.federation.membership.MemberView;
import dev.archipelago.federation.membership.Members;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DepartureTest {

    /// Members that are told apart by whether they are known to have nothing left.
    private record KnownClear(List<String> joined, List<String> clear) implements Members {

        @Override
        public Optional<MemberView> find(String cluster) {
            return joined.contains(cluster) ? Optional.of(new View(clear.contains(cluster))) : Optional.empty();
        }

        @Override
        public void listen(Consumer<Key> listener) {}
    }

    private record View(boolean clear) implements MemberView {

        @Override
        public boolean knows(Kind<? extends ApiObject> kind) {
            return true;
        }

        @Override
        public Optional<AnyObject> find(Kind<? extends ApiObject> kind, Key key) {
            return Optional.empty();
        }

        @Override
        public List<AnyObject> madeOf(Kind<? extends ApiObject> kind, String templateUid) {
            return List.of();
        }

        @Override
        public boolean isClear(Key binding, String bindingUid) {
            return clear && bindingUid.equals("b1");
        }

        @Override
        public String problem(Key binding) {
            return "";
        }
    }

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
        assertThat(Departure.waitsFor(
                        binding, clusters, new KnownClear(List.of("c1", "c2", "c3"), List.of(clear.split(" ")))))
                .isEqualTo(waitsFor.isEmpty() ? List.of() : List.of(waitsFor.split(" ")));
    }
}
