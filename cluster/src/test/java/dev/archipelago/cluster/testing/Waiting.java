package dev.archipelago.cluster.testing;

import dev.archipelago.api.cluster.ClusterApi;
import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Kind;
import java.time.Duration;
import java.util.function.Predicate;

/// Waits for the effects of controllers.
public final class Waiting {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private Waiting() {}

    /// Waits for a state of an object in the default namespace.
    public static <T extends ApiObject> T until(ClusterApi api, Kind<T> kind, String name, Predicate<T> wanted)
            throws InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            T object = api.get(kind, new Key("default", name)).orElse(null);
            if (object != null && wanted.test(object)) {
                return object;
            }
            if (System.nanoTime() > end) {
                throw new AssertionError("stays " + (object == null ? "absent" : object.tree()));
            }
            Thread.sleep(5);
        }
    }

    /// Waits for a number of objects.
    public static void untilCount(ClusterApi api, Kind<?> kind, int count) throws InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (api.list(kind).objects().size() != count) {
            if (System.nanoTime() > end) {
                throw new AssertionError("there stay " + api.list(kind).objects());
            }
            Thread.sleep(5);
        }
    }
}
