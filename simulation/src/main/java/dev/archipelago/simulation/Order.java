package dev.archipelago.simulation;

import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.cluster.kinds.StatefulSet;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Invariant: the pods of an ordered set are created from the first to the last and deleted from the last to the first,
/// only while all others are available.
final class Order implements Judge {
    private final World world;
    private final Truth truth;
    private final Consumer<String> complaints;

    Order(World world, Truth truth, Consumer<String> complaints) {
        this.world = world;
        this.truth = truth;
        this.complaints = complaints;
    }

    @Override
    public void pod(@Nullable Pod before, @Nullable Pod after) {
        if (!world.actor().equals(Invariants.STATEFULSETS)) {
            return;
        }
        if (before == null && after != null) {
            made(after);
        } else if (before != null && Retention.isEnding(before, after)) {
            removed(before);
        }
    }

    private void made(Pod pod) {
        Member member = Member.ofPod(pod.key());
        List<StatefulSet> views = truth.views(member.set());
        if (views.stream().noneMatch(view -> view.isParallel() || serveUpTo(member, view))) {
            complaints.accept(pod.key() + " was made while one before it was not ready");
        }
        if (views.stream().noneMatch(member::isWanted)) {
            complaints.accept(pod.key() + " was made and nobody wants it");
        }
    }

    private boolean serveUpTo(Member member, StatefulSet view) {
        for (int i = view.start(); i < member.ordinal(); i++) {
            if (!truth.seemsAvailable(member.pod(i), view)) {
                return false;
            }
        }
        return true;
    }

    private void removed(Pod pod) {
        Member member = Member.ofPod(pod.key());
        List<StatefulSet> views = truth.views(member.set());
        if (views.stream().anyMatch(view -> member.isWanted(view) && mayBeReplaced(pod, view))) {
            return;
        }
        List<StatefulSet> scaled =
                views.stream().filter(view -> !member.isWanted(view)).toList();
        if (scaled.isEmpty() && !views.isEmpty()) {
            complaints.accept(pod.key() + " was removed for no reason");
            return;
        }
        if (scaled.stream().noneMatch(view -> view.isParallel() || isLast(member, view))) {
            complaints.accept(pod.key() + " was removed before another that comes after it");
        }
        if (scaled.stream().noneMatch(view -> view.isParallel() || allServe(member, view))) {
            complaints.accept(pod.key() + " was removed while one that is wanted was not ready");
        }
    }

    /// Whether a pod may have been deleted to be replaced.
    private boolean mayBeReplaced(Pod pod, StatefulSet view) {
        return !truth.isKnownAvailable(pod.key(), view)
                || !truth.isOfTemplate(pod.labels().getOrDefault("controller-revision-hash", ""), view);
    }

    private boolean isLast(Member member, StatefulSet view) {
        for (Pod other : truth.pods()) {
            Member who = Member.ofPod(other.key());
            if (who.set().equals(member.set())
                    && who.ordinal() > member.ordinal()
                    && !who.isWanted(view)
                    && truth.isKnown(other)
                    && other.meta().isControlledBy(view.uid())) {
                return false;
            }
        }
        return true;
    }

    private boolean allServe(Member member, StatefulSet view) {
        for (int i = view.start(); i < view.start() + view.replicas(); i++) {
            if (!truth.seemsAvailable(member.pod(i), view)) {
                return false;
            }
        }
        return true;
    }
}
