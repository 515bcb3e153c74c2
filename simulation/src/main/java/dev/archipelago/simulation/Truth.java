package dev.archipelago.simulation;

import dev.archipelago.api.objects.Key;
import dev.archipelago.cluster.kinds.Claim;
import dev.archipelago.cluster.kinds.ControllerRevision;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.cluster.kinds.StatefulSet;
import dev.archipelago.cluster.kinds.Volume;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The current state of the API, and former states that a controller may still act on.
final class Truth {
    private final World world;
    private final Map<Key, StatefulSet> sets = new TreeMap<>();
    private final Map<Key, Pod> pods = new TreeMap<>();
    private final Map<Key, Claim> claims = new TreeMap<>();
    private final Map<Key, Volume> volumes = new TreeMap<>();
    private final Map<Key, List<Past>> past = new TreeMap<>();
    private final Map<String, ControllerRevision> revisions = new TreeMap<>();
    private final Map<String, Instant> made = new HashMap<>();
    private final Map<Key, Well> lastWell = new TreeMap<>();

    private record Past(StatefulSet set, Instant until) {}

    private record Well(String uid, Instant until) {}

    Truth(World world) {
        this.world = world;
    }

    void set(@Nullable StatefulSet before, @Nullable StatefulSet after) {
        if (before != null) {
            List<Past> views = past.computeIfAbsent(before.key(), key -> new ArrayList<>());
            views.removeIf(view -> view.until.isBefore(oldest()));
            views.add(new Past(before, now()));
        }
        put(sets, before == null ? null : before.key(), after == null ? null : after.key(), after);
    }

    void pod(@Nullable Pod before, @Nullable Pod after) {
        if (before != null && isWell(before) && (after == null || !isWell(after))) {
            lastWell.put(before.key(), new Well(before.uid(), now()));
        }
        if (before == null && after != null) {
            made.put(after.uid(), now());
        }
        put(pods, before == null ? null : before.key(), after == null ? null : after.key(), after);
    }

    void claim(@Nullable Claim before, @Nullable Claim after) {
        put(claims, before == null ? null : before.key(), after == null ? null : after.key(), after);
    }

    void volume(@Nullable Volume before, @Nullable Volume after) {
        put(volumes, before == null ? null : before.key(), after == null ? null : after.key(), after);
    }

    /// Revisions are kept after their deletion, as pods outlive them.
    void revision(@Nullable ControllerRevision after) {
        if (after != null) {
            revisions.put(after.name(), after);
        }
    }

    private static <T> void put(Map<Key, T> map, @Nullable Key before, @Nullable Key key, @Nullable T after) {
        if (key != null && after != null) {
            map.put(key, after);
        } else if (before != null) {
            map.remove(before);
        }
    }

    private Instant now() {
        return world.time().instant();
    }

    private Instant oldest() {
        return now().minus(world.ageMax());
    }

    private static boolean isWell(Pod pod) {
        return pod.isReady() && !pod.isDeleting();
    }

    /// All states of a set that a controller may consider current.
    List<StatefulSet> views(Key set) {
        List<StatefulSet> views = new ArrayList<>();
        set(set).ifPresent(views::add);
        for (Past view : past.getOrDefault(set, List.of())) {
            if (!view.until.isBefore(oldest())) {
                views.add(view.set);
            }
        }
        return views;
    }

    /// Whether a pod is available now.
    boolean isAvailable(Key pod, StatefulSet view) {
        return pod(pod).filter(found -> isWell(found) && found.isAvailable(view.minReadySeconds(), now()))
                .isPresent();
    }

    /// Whether every controller must know by now that a pod exists.
    boolean isKnown(Pod pod) {
        return made.getOrDefault(pod.uid(), Instant.MIN).isBefore(oldest());
    }

    /// Whether every controller must know by now that a pod is available.
    boolean isKnownAvailable(Key pod, StatefulSet view) {
        return pod(pod).filter(found -> isWell(found)
                        && found.readySince().orElse(Instant.MAX).isBefore(oldest())
                        && found.isAvailable(view.minReadySeconds(), oldest()))
                .isPresent();
    }

    /// Whether a controller may consider a pod available.
    boolean seemsAvailable(Key pod, StatefulSet view) {
        return isAvailable(pod, view) || seemsWell(pod).isPresent();
    }

    /// Whether a controller may consider a pod available again since the given one was deleted.
    boolean seemsBack(Key pod, String taken, StatefulSet view) {
        return (isAvailable(pod, view)
                        && pod(pod).filter(found -> !found.uid().equals(taken)).isPresent())
                || seemsWell(pod).filter(uid -> !uid.equals(taken)).isPresent();
    }

    /// The uid of a pod that was ready until a short while ago.
    private Optional<String> seemsWell(Key pod) {
        return Optional.ofNullable(lastWell.get(pod))
                .filter(well -> !well.until.isBefore(oldest()))
                .map(Well::uid);
    }

    /// Whether a revision has the template of a set.
    boolean isOfTemplate(String revision, StatefulSet view) {
        return Optional.ofNullable(revisions.get(revision))
                .filter(found -> found.data()
                        .path("spec")
                        .path("template")
                        .path("spec")
                        .equals(view.template().path("spec")))
                .isPresent();
    }

    Optional<StatefulSet> set(Key key) {
        return Optional.ofNullable(sets.get(key));
    }

    Collection<StatefulSet> sets() {
        return sets.values();
    }

    Optional<Pod> pod(Key key) {
        return Optional.ofNullable(pods.get(key));
    }

    Collection<Pod> pods() {
        return pods.values();
    }

    Optional<Claim> claim(Key key) {
        return Optional.ofNullable(claims.get(key));
    }

    Optional<Volume> volume(Key key) {
        return Optional.ofNullable(volumes.get(key));
    }
}
