package dev.archipelago.store.mvcc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.store.KeyValue;
import dev.archipelago.store.StoreException;
import dev.archipelago.store.WatchEvent;
import dev.archipelago.store.WatchListener;
import dev.archipelago.testing.Seeds;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

class WatchGroupsTest {

    @Seeds(200)
    void findsExactlyTheGroupsWhosePrefixTheKeyBeginsWith(Random random) {
        var groups = new WatchGroups();
        var prefixes = new HashSet<String>();
        for (int i = 0; i < 30; i++) {
            String prefix = randomKey(random, 0);
            prefixes.add(prefix);
            groups.add(new Watcher(prefix, 1, new Silent(), new MvccIndexFixture().dispatcher()));
        }
        for (int i = 0; i < 30; i++) {
            String key = randomKey(random, 1);
            var expected = new TreeSet<String>();
            prefixes.stream().filter(key::startsWith).forEach(expected::add);
            groups.route(new WatchEvent(new KeyValue(key, new byte[0], 2, 2), Optional.empty(), false));
            Set<String> found = new TreeSet<>();
            for (WatchGroups.Group group : groups.takeTouched()) {
                assertThat(group.takePending()).hasSize(1);
                group.watchers().forEach(watcher -> found.add(watcher.prefix()));
            }
            assertThat(found).as("prefixes of %s among %s", key, prefixes).isEqualTo(expected);
        }
    }

    private static String randomKey(Random random, int shortest) {
        int length = shortest + random.nextInt(6);
        var key = new StringBuilder();
        for (int i = 0; i < length; i++) {
            key.append("/ab".charAt(random.nextInt(3)));
        }
        return key.toString();
    }

    private static final class Silent implements WatchListener {
        @Override
        public void onEvents(List<WatchEvent> events) {}

        @Override
        public void onProgress(long revision) {}

        @Override
        public void onEnd(StoreException reason) {}
    }

    /// A dispatcher that is never started.
    private static final class MvccIndexFixture {
        Dispatcher dispatcher() {
            return new Dispatcher("test", new History(0), new RevisionGate(1));
        }
    }
}
