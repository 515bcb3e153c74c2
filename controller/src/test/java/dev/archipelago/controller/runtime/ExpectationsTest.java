package dev.archipelago.controller.runtime;

import static dev.archipelago.controller.testing.Things.CONFIG_MAPS;
import static dev.archipelago.controller.testing.Things.PODS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.api.cluster.ClusterApi.Listing;
import dev.archipelago.api.cluster.Selection;
import dev.archipelago.api.objects.AnyObject;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.api.objects.Stored;
import dev.archipelago.api.selector.LabelSelector;
import dev.archipelago.controller.cache.Cache;
import dev.archipelago.controller.cache.Caches;
import dev.archipelago.controller.testing.Things;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

class ExpectationsTest {
    private static final Key CAUSE = new Key("default", "cause");
    private static final Key ONE = new Key("default", "one");

    private final Caches caches = new Caches();
    private final Cache<AnyObject> maps = caches.of(CONFIG_MAPS);
    private final Expectations expectations = new Expectations(caches);
    private int called;

    private boolean areMet() {
        return expectations.areMet(CAUSE, () -> called++);
    }

    private void wrote(Kind<?> kind, long revision) {
        expectations.wrote(CAUSE, kind, new Stored(new byte[0], revision));
    }

    @Test
    void whoHasWrittenNothingNeedNotWait() {
        assertThat(areMet()).isTrue();
        wrote(PODS, 10);
        assertThat(areMet()).as("nobody follows pods").isTrue();
    }

    @Test
    void theLastWriteMustBeSeen() {
        wrote(CONFIG_MAPS, 10);
        wrote(CONFIG_MAPS, 12);
        wrote(CONFIG_MAPS, 11);

        assertThat(areMet()).isFalse();
        maps.progressed(11);
        assertThat(areMet()).isFalse();
        assertThat(called).isZero();
        maps.progressed(12);
        assertThat(called).as("each who asked is called").isEqualTo(2);
        assertThat(areMet()).isTrue();
        assertThat(expectations.areMet(new Key("default", "another"), () -> {})).isTrue();
    }

    @Test
    void aCacheIsNotAwaitedForWhatItDoesNotSelect() {
        Caches selecting = new Caches();
        Cache<AnyObject> web = selecting.of(CONFIG_MAPS, Selection.labelled(LabelSelector.parse("app")));
        Expectations expected = new Expectations(selecting);
        ObjectNode labelled = Things.configMap("default", "one");
        labelled.withObjectProperty("metadata")
                .put("uid", "u")
                .withObjectProperty("labels")
                .put("app", "web");
        Stored before = new Stored(Stored.encode(labelled), 5);
        labelled.withObjectProperty("metadata").remove("labels");
        Stored after = new Stored(Stored.encode(labelled), 6);

        expected.wrote(CAUSE, CONFIG_MAPS, after);
        assertThat(expected.areMet(CAUSE, () -> {}))
                .as("it was never told of it")
                .isTrue();

        expected.wrote(CAUSE, CONFIG_MAPS, before);
        assertThat(expected.areMet(CAUSE, () -> {})).isFalse();
        web.put(CONFIG_MAPS.read(before));
        assertThat(expected.areMet(CAUSE, () -> {})).isTrue();

        expected.wrote(CAUSE, CONFIG_MAPS, after);
        assertThat(expected.areMet(CAUSE, () -> {}))
                .as("it still shows what is no longer selected")
                .isFalse();
        web.remove(ONE, 6);
        assertThat(expected.areMet(CAUSE, () -> {})).isTrue();

        expected.wrote(CAUSE, CONFIG_MAPS, new Stored(before.json(), 9));
        selecting.drop(web);
        assertThat(expected.areMet(CAUSE, () -> {})).as("nothing follows").isTrue();
    }

    @Test
    void everyKindThatWasWrittenMustBeSeen() {
        Cache<AnyObject> pods = caches.of(PODS);
        wrote(CONFIG_MAPS, 10);
        wrote(PODS, 11);
        maps.progressed(20);

        assertThat(areMet()).isFalse();
        pods.progressed(11);
        assertThat(areMet()).isTrue();
    }

    /// The resourceVersions of a server that was wiped or restored may never reach the former ones.
    @Test
    void whatWasWrittenToAServerThatWasWipedIsNotWaitedFor() {
        maps.replaceAll(new Listing<>(List.of(), 100));
        wrote(CONFIG_MAPS, 101);
        assertThat(areMet()).isFalse();

        maps.replaceAll(new Listing<>(List.of(), 3));

        assertThat(called).isEqualTo(1);
        assertThat(areMet()).isTrue();
    }

    /// The cache had not seen the last writes when the server was wiped, so that its own resourceVersion does not go
    /// back.
    @Test
    void whatIsMissingInALaterListWasWrittenToAServerThatWasWiped() {
        maps.replaceAll(new Listing<>(List.of(), 3));
        int before = maps.beginList();
        wrote(CONFIG_MAPS, 101);
        // Requested before the write.
        maps.replaceAll(new Listing<>(List.of(), 4), before);
        assertThat(areMet()).isFalse();
        maps.replaceAll(new Listing<>(List.of(), 5));
        assertThat(areMet()).isTrue();
    }

    @Test
    void whatIsWrittenToAWipedServerMustBeSeen() {
        maps.replaceAll(new Listing<>(List.of(), 100));
        wrote(CONFIG_MAPS, 101);
        maps.replaceAll(new Listing<>(List.of(), 3));
        wrote(CONFIG_MAPS, 4);

        assertThat(areMet()).isFalse();
        maps.progressed(4);
        assertThat(areMet()).isTrue();
    }

    /// Somebody may put the label back before the cache was looked at.
    @Test
    void anObjectThatIsSelectedAgainIsNotAwaitedToGo() {
        Caches selecting = new Caches();
        Cache<AnyObject> web = selecting.of(CONFIG_MAPS, Selection.labelled(LabelSelector.parse("app")));
        Expectations expected = new Expectations(selecting);
        ObjectNode map = Things.configMap("default", "one");
        map.withObjectProperty("metadata").put("uid", "u");
        expected.wrote(CAUSE, CONFIG_MAPS, new Stored(Stored.encode(map.deepCopy()), 6));
        map.withObjectProperty("metadata").withObjectProperty("labels").put("app", "web");
        web.put(CONFIG_MAPS.read(new Stored(Stored.encode(map), 7)));
        assertThat(expected.areMet(CAUSE, () -> {})).isTrue();
    }

    @Test
    void whatWasDeletedMustBeGone() {
        maps.put(Things.at(5, "one", "u"));
        expectations.removed(CAUSE, CONFIG_MAPS, ONE, "u");

        assertThat(areMet()).isFalse();
        maps.put(Things.at(6, "two", "v"));
        assertThat(called).as("worth another look").isEqualTo(1);
        assertThat(areMet()).isFalse();
        maps.remove(ONE, 7);
        assertThat(called).isEqualTo(2);
        assertThat(areMet()).isTrue();
    }

    @Test
    void anotherOfTheSameNameIsNotTheOneThatWasDeleted() {
        maps.put(Things.at(5, "one", "another"));
        expectations.removed(CAUSE, CONFIG_MAPS, ONE, "u");

        assertThat(areMet()).isTrue();
    }
}
