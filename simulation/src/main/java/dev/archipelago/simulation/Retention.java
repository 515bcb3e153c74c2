package dev.archipelago.simulation;

import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Owner;
import dev.archipelago.cluster.kinds.Claim;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.cluster.kinds.StatefulSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Invariant: a claim is deleted only when a user deletes it, or when its retention policy says so.
final class Retention implements Judge {
    private final World world;
    private final Truth truth;
    private final Consumer<String> complaints;

    /// Deleted sets whose policy deletes their claims.
    private final Set<String> takers = new HashSet<>();

    /// Pods that were deleted while their ordinal was not wanted.
    private final Set<String> scaledAway = new HashSet<>();

    /// Of those, the ones whose claims had to be deleted with them.
    private final Set<String> emptied = new HashSet<>();

    Retention(World world, Truth truth, Consumer<String> complaints) {
        this.world = world;
        this.truth = truth;
        this.complaints = complaints;
    }

    static boolean isEnding(@Nullable ApiObject before, @Nullable ApiObject after) {
        return before != null && !before.isDeleting() && (after == null || after.isDeleting());
    }

    @Override
    public void set(@Nullable StatefulSet before, @Nullable StatefulSet after) {
        if (before != null
                && isEnding(before, after)
                && truth.views(before.key()).stream().anyMatch(StatefulSet::deletesClaimsWithSet)) {
            takers.add(before.uid());
        }
        if (before != null && after == null) {
            noteLeftBehind(before);
        }
        if (after != null) {
            for (Pod pod : truth.pods()) {
                if (pod.isDeleting() && Member.ofPod(pod.key()).set().equals(after.key())) {
                    noteScaling(pod, List.of(after));
                }
            }
        }
    }

    /// A deleted set may leave surplus pods that it had not removed yet: their claims go with them all the same.
    private void noteLeftBehind(StatefulSet set) {
        for (Pod pod : truth.pods()) {
            Member member = Member.ofPod(pod.key());
            if (member.set().equals(set.key()) && set.deletesClaimsOfScaledDown() && !member.isWanted(set)) {
                emptied.add(pod.uid());
            }
        }
    }

    @Override
    public void pod(@Nullable Pod before, @Nullable Pod after) {
        if (before == null || (after != null && !after.isDeleting())) {
            return;
        }
        List<StatefulSet> views = truth.views(Member.ofPod(before.key()).set());
        noteScaling(before, views);
        if (after == null
                && scaledAway.contains(before.uid())
                && (views.isEmpty() || views.stream().anyMatch(StatefulSet::deletesClaimsOfScaledDown))) {
            emptied.add(before.uid());
        }
    }

    private void noteScaling(Pod pod, List<StatefulSet> views) {
        Member member = Member.ofPod(pod.key());
        if (views.stream().anyMatch(view -> !member.isWanted(view))) {
            scaledAway.add(pod.uid());
        }
    }

    @Override
    public void claim(@Nullable Claim before, @Nullable Claim after) {
        if (before == null || !isEnding(before, after) || world.actor().equals("people")) {
            return;
        }
        boolean justified = !before.meta().owners().isEmpty();
        for (Owner owner : before.meta().owners()) {
            justified &= owner.kind().equals("StatefulSet")
                    ? takers.contains(owner.uid())
                    : emptied.contains(owner.uid()) || isGoing(owner, before) || isScaledAway(before);
        }
        if (!justified) {
            complaints.accept("the claim " + before.key() + " is lost");
        }
    }

    /// The pod may have been deleted for another reason before the set was scaled down.
    private boolean isScaledAway(Claim claim) {
        Member member = Member.ofClaim(claim.key());
        return truth.views(member.set()).stream()
                .anyMatch(view -> view.deletesClaimsOfScaledDown() && !member.isWanted(view));
    }

    /// In an ordered deletion, claims are deleted before their pod.
    private boolean isGoing(Owner owner, Claim claim) {
        return scaledAway.contains(owner.uid())
                && truth.pod(new Key(claim.namespace(), owner.name()))
                        .filter(pod -> pod.isDeleting() && pod.uid().equals(owner.uid()))
                        .isPresent();
    }
}
