package dev.archipelago.controller.cache;

import static dev.archipelago.controller.testing.Things.CONFIG_MAPS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.Reason;
import dev.archipelago.api.objects.AnyObject;
import dev.archipelago.controller.testing.FakeClusterApi;
import dev.archipelago.controller.testing.Things;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ReflectorTest {
    private final FakeClusterApi api = new FakeClusterApi();
    private final Cache<AnyObject> cache = new Cache<>(CONFIG_MAPS);
    private final Reflector<AnyObject> feed = new Reflector<>(cache, api, Runnable::run);

    @BeforeEach
    void start() {
        api.create(CONFIG_MAPS, Things.configMap("default", "one"));
        feed.start();
    }

    @Test
    void aCacheIsListedAndThenWatched() {
        assertThat(api.calls())
                .containsExactly("create ConfigMap default/one", "list ConfigMap", "watch ConfigMap after 101");
        assertThat(cache.all()).hasSize(1);

        api.watcher().progressed(150);
        assertThat(cache.revision()).isEqualTo(150);
    }

    @Test
    void aWatchThatBrokeGoesOnWhereItWas() {
        api.watcher().progressed(150);
        api.watcher().ended(new ApiException(Reason.SERVICE_UNAVAILABLE, "broken"));

        assertThat(api.calls()).endsWith("list ConfigMap", "watch ConfigMap after 101", "watch ConfigMap after 150");
    }

    @Test
    void whenChangesWereMissedAllIsListedAgain() {
        api.watcher().ended(new ApiException(Reason.EXPIRED, "too old"));

        assertThat(api.calls())
                .endsWith("list ConfigMap", "watch ConfigMap after 101", "list ConfigMap", "watch ConfigMap after 101");
    }

    @Test
    void whatFailsIsTriedAgain() {
        api.fail(call -> {
            api.fail(next -> {});
            throw new ApiException(Reason.EXPIRED, "too old");
        });
        api.watcher().ended(new ApiException(Reason.SERVICE_UNAVAILABLE, "broken"));

        assertThat(api.calls())
                .endsWith("watch ConfigMap after 101", "list ConfigMap", "watch ConfigMap after 101")
                .hasSize(6);
    }

    @Test
    void aFeedThatIsClosedStays() {
        feed.close();
        api.watcher().ended(new ApiException(Reason.SERVICE_UNAVAILABLE, "broken"));

        assertThat(api.calls()).hasSize(3);
    }
}
