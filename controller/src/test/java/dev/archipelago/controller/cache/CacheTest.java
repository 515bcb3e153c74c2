package dev.archipelago.controller.cache;

import static dev.archipelago.controller.testing.Things.CONFIG_MAPS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.api.cluster.ClusterApi.Listing;
import dev.archipelago.api.objects.AnyObject;
import dev.archipelago.api.objects.Key;
import dev.archipelago.controller.testing.Things;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CacheTest {
    private final Cache<AnyObject> cache = new Cache<>(CONFIG_MAPS);
    private final List<String> changes = new ArrayList<>();
    private final Index<AnyObject> byUid = cache.index(object -> List.of(object.uid()));

    @BeforeEach
    void listen() {
        cache.listen(
                (before, after) -> changes.add((before == null ? "-" : before.name() + '@' + before.resourceVersion())
                        + " > "
                        + (after == null ? "-" : after.name() + '@' + after.resourceVersion())));
    }

    private static AnyObject at(long resourceVersion, String name) {
        return Things.at(resourceVersion, name, "uid-of-" + name);
    }

    private static Key key(String name) {
        return new Key("default", name);
    }

    private List<String> changes() {
        List<String> all = List.copyOf(changes);
        changes.clear();
        return all;
    }

    @Test
    void isInTheOrderOfKeys() {
        assertThat(cache.isEmpty()).isTrue();
        cache.replaceAll(new Listing<>(List.of(at(3, "c"), at(1, "a")), 3));
        cache.put(at(4, "b"));

        assertThat(cache.isEmpty()).isFalse();
        assertThat(cache.all()).extracting(AnyObject::name).containsExactly("a", "b", "c");
        assertThat(cache.get(key("b")).orElseThrow().resourceVersion()).isEqualTo(4);
        assertThat(cache.get(key("d"))).isEmpty();
        assertThat(cache.resourceVersion()).isEqualTo(4);
    }

    @Test
    void ignoresWhatItHasSeen() {
        cache.replaceAll(new Listing<>(List.of(at(5, "a")), 10));
        changes();

        cache.put(at(5, "a"));
        cache.put(at(4, "a"));
        cache.put(at(9, "gone-before-the-list"));
        cache.remove(key("a"), 4);

        assertThat(changes()).isEmpty();
        assertThat(cache.all()).hasSize(1);
        assertThat(cache.resourceVersion()).isEqualTo(10);
    }

    /// A server that was wiped or restored counts resourceVersions from the start.
    @Test
    void goesBackWithItsServer() {
        cache.replaceAll(new Listing<>(List.of(at(2, "a"), at(90, "b")), 100));
        List<String> seen = new ArrayList<>();
        cache.whenSeen(200, () -> seen.add("200"));
        changes();

        cache.replaceAll(new Listing<>(List.of(Things.at(2, "a", "another-uid")), 3));
        cache.put(at(4, "c"));

        assertThat(changes()).containsExactly("a@2 > a@2", "b@90 > -", "- > c@4");
        assertThat(cache.get(key("a")).orElseThrow().uid()).isEqualTo("another-uid");
        assertThat(cache.resourceVersion()).isEqualTo(4);
        assertThat(seen).containsExactly("200");
    }

    @Test
    void takesEveryChange() {
        cache.put(at(1, "a"));
        cache.put(at(2, "a"));
        cache.remove(key("a"), 3);
        cache.remove(key("a"), 4);
        cache.put(at(5, "a"));

        assertThat(changes()).containsExactly("- > a@1", "a@1 > a@2", "a@2 > -", "- > a@5");
        assertThat(cache.resourceVersion()).isEqualTo(5);
    }

    @Test
    void notifiesListenersWhenAChangeCanBeRead() {
        List<String> read = new ArrayList<>();
        cache.listen((before, after) -> read.add(cache.get(key("a")).map(AnyObject::resourceVersion) + " "
                + byUid.get("uid-of-a").size()));

        cache.put(at(1, "a"));
        cache.remove(key("a"), 2);

        assertThat(read).containsExactly("Optional[1] 1", "Optional.empty 0");
    }

    @Test
    void aNewListNotifiesOnlyOfDifferences() {
        assertThat(cache.isFilled()).isFalse();
        cache.replaceAll(new Listing<>(List.of(at(1, "a"), at(2, "b"), at(3, "c"), at(4, "d")), 4));
        assertThat(cache.isFilled()).isTrue();
        changes();

        cache.replaceAll(new Listing<>(List.of(at(1, "a"), at(7, "b"), at(8, "e")), 9));

        assertThat(changes()).containsExactly("b@2 > b@7", "- > e@8", "c@3 > -", "d@4 > -");
        assertThat(cache.resourceVersion()).isEqualTo(9);
        assertThat(byUid.get("uid-of-c")).isEmpty();
        assertThat(byUid.get("uid-of-e")).hasSize(1);
    }

    @Test
    void anIndexFollowsEveryChange() {
        cache.put(Things.at(1, "b", "x"));
        cache.put(Things.at(2, "a", "x"));
        assertThat(byUid.get("x")).extracting(AnyObject::name).containsExactly("a", "b");

        cache.put(Things.at(3, "b", "y"));
        assertThat(byUid.get("x")).extracting(AnyObject::name).containsExactly("a");
        assertThat(byUid.get("y")).extracting(AnyObject::resourceVersion).containsExactly(3L);

        cache.put(Things.at(4, "b", "y"));
        assertThat(byUid.get("y")).extracting(AnyObject::resourceVersion).containsExactly(4L);
        cache.remove(key("b"), 5);
        assertThat(byUid.get("y")).isEmpty();
        assertThat(byUid.get("nobody")).isEmpty();
    }

    @Test
    void callsWhenAResourceVersionHasBeenSeen() {
        List<String> seen = new ArrayList<>();
        cache.put(at(5, "a"));

        cache.whenSeen(9, () -> seen.add("nine"));
        cache.whenSeen(7, () -> seen.add("seven"));
        cache.whenSeen(5, () -> seen.add("five"));
        assertThat(seen).containsExactly("five");

        cache.put(at(6, "b"));
        assertThat(seen).containsExactly("five");
        cache.remove(key("b"), 8);
        assertThat(seen).containsExactly("five", "seven");
        cache.progressed(9);
        assertThat(seen).containsExactly("five", "seven", "nine");
        cache.progressed(3);
        assertThat(cache.resourceVersion()).isEqualTo(9);
    }
}
