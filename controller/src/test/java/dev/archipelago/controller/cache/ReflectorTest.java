package dev.archipelago.controller.cache;

import static dev.archipelago.controller.testing.Things.CONFIG_MAPS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.api.cluster.Selection;
import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.Reason;
import dev.archipelago.api.objects.AnyObject;
import dev.archipelago.api.objects.Stored;
import dev.archipelago.api.selector.LabelSelector;
import dev.archipelago.controller.testing.FakeClusterApi;
import dev.archipelago.controller.testing.Things;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

class ReflectorTest {
    private final FakeClusterApi api = new FakeClusterApi();
    private final Cache<AnyObject> cache = new Cache<>(CONFIG_MAPS);
    private final Reflector<AnyObject> reflector = new Reflector<>(cache, api, Runnable::run);

    @BeforeEach
    void start() {
        api.create(CONFIG_MAPS, Things.configMap("default", "one"));
        reflector.start();
    }

    @Test
    void aCacheIsListedAndThenWatched() {
        assertThat(api.calls())
                .containsExactly("create ConfigMap default/one", "list ConfigMap", "watch ConfigMap after 101");
        assertThat(cache.all()).hasSize(1);

        api.watcher().progressed(150);
        assertThat(cache.resourceVersion()).isEqualTo(150);
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
    void aCacheOfWhatIsSelectedAsksForNothingElse() {
        Selection web = Selection.labelled(LabelSelector.exactly(Map.of("app", "web")));
        Cache<AnyObject> selected = new Cache<>(CONFIG_MAPS, web);
        ObjectNode labelled = Things.configMap("default", "two");
        labelled.withObjectProperty("metadata").withObjectProperty("labels").put("app", "web");
        api.create(CONFIG_MAPS, labelled);

        new Reflector<>(selected, api, Runnable::run).start();

        assertThat(api.calls()).endsWith("list ConfigMap (app=web)", "watch ConfigMap (app=web) after 102");
        assertThat(selected.all()).extracting(AnyObject::name).containsExactly("two");
        assertThat(selected.selects(new Stored(Stored.encode(labelled), 1))).isTrue();
        assertThat(selected.selects(new Stored(Stored.encode(Things.configMap("default", "two")), 1)))
                .isFalse();
    }

    @Test
    void aClosedReflectorStaysClosed() {
        reflector.close();
        api.watcher().ended(new ApiException(Reason.SERVICE_UNAVAILABLE, "broken"));

        assertThat(api.calls()).hasSize(3);
    }
}
