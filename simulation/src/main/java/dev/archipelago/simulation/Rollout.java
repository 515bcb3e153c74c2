package dev.archipelago.simulation;

import dev.archipelago.api.objects.Key;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.cluster.kinds.StatefulSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Invariant: an update makes at most `maxUnavailable` pods unavailable, and respects the partition.
final class Rollout implements Judge {
    private static final String REVISION = "controller-revision-hash";

    private final World world;
    private final Truth truth;
    private final Consumer<String> complaints;

    /// Available pods that were deleted, by identity, with their uid.
    private final Map<Key, String> taken = new TreeMap<>();

    private final Map<Key, String> lastRevision = new HashMap<>();

    Rollout(World world, Truth truth, Consumer<String> complaints) {
        this.world = world;
        this.truth = truth;
        this.complaints = complaints;
    }

    @Override
    public void pod(@Nullable Pod before, @Nullable Pod after) {
        String gone = before == null ? null : taken.get(before.key());
        if (before != null && gone != null && isBack(before.key(), gone)) {
            taken.remove(before.key());
        }
        if (world.actor().equals(Invariants.STATEFULSETS)) {
            if (before == null && after != null) {
                made(after);
            } else if (before != null && Retention.isEnding(before, after)) {
                removed(before);
            }
        }
        if (before != null) {
            lastRevision.put(before.key(), revision(before));
        }
    }

    private static String revision(Pod pod) {
        return pod.labels().getOrDefault(REVISION, "");
    }

    private static String revision(StatefulSet view, String which) {
        return view.status().path(which + "Revision").asString("");
    }

    private void removed(Pod pod) {
        Member member = Member.ofPod(pod.key());
        List<StatefulSet> views = truth.views(member.set());
        boolean served = views.stream().anyMatch(view -> truth.isKnownAvailable(pod.key(), view));
        if (!served || !views.stream().allMatch(member::isWanted)) {
            return;
        }
        if (views.stream()
                .allMatch(view -> member.isSpared(view) && revision(pod).equals(revision(view, "current")))) {
            complaints.accept(pod.key() + " was taken away although it is below the partition");
        }
        taken.put(pod.key(), pod.uid());
        taken.entrySet().removeIf(entry -> isBack(entry.getKey(), entry.getValue()));
        long gone = taken.keySet().stream()
                .filter(key -> Member.ofPod(key).set().equals(member.set()))
                .filter(key -> key.equals(pod.key()) || !seemsUntouched(key, views))
                .count();
        int allowed = 1;
        for (StatefulSet view : views) {
            allowed = Math.max(allowed, view.maxUnavailable().orElse(1));
        }
        if (gone > allowed && (world.faults().controllers() == 1 || !hasNewTemplate(views))) {
            complaints.accept(pod.key() + " was taken away, of " + gone + " at a time: " + taken.keySet());
        }
    }

    /// Whether a pod seems not to be updated. A set that was created again over the pods of another may have
    /// updated it all the same, which cannot be observed.
    private boolean seemsUntouched(Key key, List<StatefulSet> views) {
        return truth.pod(key)
                .filter(pod -> views.stream().anyMatch(view -> revision(pod).equals(revision(view, "current"))))
                .isPresent();
    }

    /// Two processes with different templates each consider the other's pods outdated.
    private static boolean hasNewTemplate(List<StatefulSet> views) {
        return views.stream().map(StatefulSet::template).distinct().count() > 1;
    }

    private boolean isBack(Key pod, String uid) {
        Member member = Member.ofPod(pod);
        List<StatefulSet> views = truth.views(member.set());
        return !views.stream().allMatch(member::isWanted)
                || views.stream().anyMatch(view -> truth.seemsBack(pod, uid, view));
    }

    private void made(Pod pod) {
        Member member = Member.ofPod(pod.key());
        String last = lastRevision.getOrDefault(pod.key(), "");
        List<StatefulSet> views = truth.views(member.set());
        // The history is deleted with a set. A process that has not observed that has only the template to
        // create a pod from.
        boolean updated = !last.isEmpty()
                && truth.set(member.set()).isPresent()
                && views.stream()
                        .allMatch(view -> member.isSpared(view)
                                && !view.updatesOnDelete()
                                && last.equals(revision(view, "current"))
                                && !revision(pod).equals(last));
        if (updated) {
            complaints.accept(pod.key() + " was updated although it is below the partition");
        }
    }
}
