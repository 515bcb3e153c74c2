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

/// A claim goes only when people say so: by their own hand, or with the set or the member when the policy says that.
final class Retention implements Judge {
    private final World world;
    private final Truth truth;
    private final Consumer<String> complaints;

    /// Sets that were deleted, and said that their claims go with them.
    private final Set<String> takers = new HashSet<>();

    /// Pods that went while their member was not wanted.
    private final Set<String> scaledAway = new HashSet<>();

    /// Of those, the ones whose claims were to go with them.
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

    /// A set may leave pods behind that it had scaled away and not yet removed: their claims go with them all the same.
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

    /// The member's pod may have gone for another reason before it was scaled away.
    private boolean isScaledAway(Claim claim) {
        Member member = Member.ofClaim(claim.key());
        return truth.views(member.set()).stream()
                .anyMatch(view -> view.deletesClaimsOfScaledDown() && !member.isWanted(view));
    }

    /// In a deletion from the last to the first, claims go before the pod that has them.
    private boolean isGoing(Owner owner, Claim claim) {
        return scaledAway.contains(owner.uid())
                && truth.pod(new Key(claim.namespace(), owner.name()))
                        .filter(pod -> pod.isDeleting() && pod.uid().equals(owner.uid()))
                        .isPresent();
    }
}
