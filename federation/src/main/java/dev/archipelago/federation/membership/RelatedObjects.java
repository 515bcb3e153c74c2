package dev.archipelago.federation.membership;

import dev.archipelago.api.objects.AnyObject;
import dev.archipelago.api.objects.Key;
import dev.archipelago.controller.cache.Cache;
import dev.archipelago.controller.cache.Caches;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The caches of related objects of one member. They exist while at least one follower wants them, and all followers
/// share one watch.
final class RelatedObjects {
    /// The limit of open watches. Later ones wait until another is no longer followed.
    static final int WATCHES_MAX = 256;

    private final Consumer<Key> changed;

    // Guarded by this:
    private final Map<Follower, Set<Related>> wanted = new LinkedHashMap<>();
    private final Map<Related, Followed> followed = new LinkedHashMap<>();
    private int running;
    private boolean started;

    private volatile @Nullable Caches caches;

    /// @param changed is called with the bindings whose related objects change
    RelatedObjects(Consumer<Key> changed) {
        this.changed = changed;
    }

    private static final class Followed {
        private final Set<Follower> followers = new CopyOnWriteArraySet<>();
        // Guarded by the outer object; null while it has to wait.
        private @Nullable Cache<AnyObject> cache;
    }

    /// Continues over another connection. No cache is added to it before [#start]: its starter waits until the caches
    /// that it has then are filled, and a member may not answer.
    synchronized void use(Caches fresh) {
        caches = fresh;
        started = false;
        running = 0;
        followed.values().forEach(one -> one.cache = null);
    }

    /// Follows over a new connection what was followed over the last one.
    synchronized void start() {
        started = true;
        begin();
    }

    /// Follows these objects, and no others, for a follower.
    synchronized void follow(Follower by, Set<Related> now) {
        Set<Related> before = wanted.getOrDefault(by, Set.of());
        if (before.equals(now)) {
            return;
        }
        before.stream().filter(what -> !now.contains(what)).forEach(what -> leave(by, what));
        now.forEach(what ->
                followed.computeIfAbsent(what, one -> new Followed()).followers.add(by));
        if (now.isEmpty()) {
            wanted.remove(by);
        } else {
            wanted.put(by, new LinkedHashSet<>(now));
        }
        begin();
    }

    private void leave(Follower by, Related what) {
        Followed one = followed.get(what);
        if (one == null) {
            return;
        }
        one.followers.remove(by);
        if (one.followers.isEmpty()) {
            followed.remove(what);
            Caches all = caches;
            if (one.cache != null && all != null) {
                running--;
                all.drop(one.cache);
            }
        }
    }

    private void begin() {
        Caches all = caches;
        if (all == null || !started) {
            return;
        }
        for (Map.Entry<Related, Followed> entry : followed.entrySet()) {
            if (running >= WATCHES_MAX) {
                return;
            }
            Followed one = entry.getValue();
            if (one.cache == null) {
                Related what = entry.getKey();
                all.also(what.kind(), what.selection(), cache -> {
                    one.cache = cache;
                    running++;
                    cache.listen((before, after) -> tell(one));
                    cache.whenSeen(1, () -> tell(one));
                });
            }
        }
    }

    private void tell(Followed one) {
        one.followers.forEach(follower -> changed.accept(follower.binding()));
    }

    /// Ends all following for a binding.
    void forget(Key binding) {
        List<Follower> all;
        synchronized (this) {
            all = new ArrayList<>(wanted.keySet());
        }
        all.stream()
                .filter(follower -> follower.binding().equals(binding))
                .forEach(follower -> follow(follower, Set.of()));
    }

    /// The followed objects, in the order of their keys; empty while not all are cached, or none are followed.
    Optional<List<AnyObject>> find(Related what) {
        Caches all = caches;
        return all == null
                ? Optional.empty()
                : all.find(what.kind(), what.selection())
                        .filter(Cache::isFilled)
                        .map(cache ->
                                cache.all().stream().map(AnyObject.class::cast).toList());
    }
}
