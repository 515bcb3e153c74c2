package dev.archipelago.apiserver.admission;

import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Meta;
import dev.archipelago.api.objects.Stored;
import dev.archipelago.apiserver.feed.ObjectFeed;
import dev.archipelago.store.Store;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// The priority classes there are.
final class PriorityClasses implements ObjectFeed.Follower {
    static final String PREEMPTS = "PreemptLowerPriority";

    private static final String PREFIX = "priorityclasses.scheduling.k8s.io/";

    private final Store store;
    private final Map<String, PriorityClass> byKey = new HashMap<>();
    private volatile @Nullable PriorityClass ofAll;

    /// @param isForAll whether it is for pods that name none
    record PriorityClass(String name, int value, String preemptionPolicy, boolean isForAll) {
        static PriorityClass of(ObjectNode object) {
            return new PriorityClass(
                    Meta.name(object),
                    object.path("value").asInt(0),
                    object.path("preemptionPolicy").asString(PREEMPTS),
                    object.path("globalDefault").asBoolean(false));
        }
    }

    private PriorityClasses(Store store) {
        this.store = store;
    }

    static PriorityClasses follow(Store store) {
        PriorityClasses classes = new PriorityClasses(store);
        ObjectFeed.follow(store, PREFIX, classes);
        return classes;
    }

    /// The one of a name, also if it was made only now.
    Optional<PriorityClass> named(String name) {
        return store.get(PREFIX + name).map(entry -> PriorityClass.of(Json.parse(entry.value())));
    }

    /// The one for pods that name none; of several the lowest.
    Optional<PriorityClass> ofAll() {
        return Optional.ofNullable(ofAll);
    }

    @Override
    public synchronized void put(String key, Stored object) {
        byKey.put(key, PriorityClass.of(Json.parse(object.json())));
        publish();
    }

    @Override
    public synchronized void remove(String key) {
        byKey.remove(key);
        publish();
    }

    private void publish() {
        ofAll = byKey.values().stream()
                .filter(PriorityClass::isForAll)
                .min(Comparator.comparingInt(PriorityClass::value).thenComparing(PriorityClass::name))
                .orElse(null);
    }
}
