package dev.archipelago.cluster.garbage;

import dev.archipelago.api.cluster.DeleteOptions;
import dev.archipelago.api.cluster.DeleteOptions.Propagation;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Meta;
import dev.archipelago.api.objects.Owner;
import dev.archipelago.cluster.garbage.Graph.Standing;
import dev.archipelago.controller.cache.Cache;
import dev.archipelago.controller.plan.Action;
import dev.archipelago.controller.plan.ActionEvents;
import dev.archipelago.controller.plan.EventNote;
import dev.archipelago.controller.plan.Fact;
import dev.archipelago.controller.plan.Plan;
import dev.archipelago.controller.plan.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Decides what happens to one object, by its owners and its dependents.
///
/// Caches lag. So an object is deleted, and an absent owner removed from it, only after a live read of the owner and
/// only with the observed resourceVersion as precondition.
final class GarbagePlanner {
    /// The delay before an object whose owner's kind is not served is checked again.
    private static final Duration UNKNOWN_PAUSE = Duration.ofSeconds(30);

    static final Fact WAITS_FOR_DEPENDENTS =
            Fact.ofOne(Node::waitsForDependents, "it does not wait for its dependents to go");

    private static final Duration FILLING_PAUSE = Duration.ofSeconds(2);

    private final Graph graph;
    private final boolean settled;

    /// @param settled whether all caches are synced; before that, an owner may be missing only in the cache
    GarbagePlanner(Graph graph, boolean settled) {
        this.graph = graph;
        this.settled = settled;
    }

    Plan plan(Node item, Instant now) {
        if (!settled) {
            return Plan.builder().lookAgain(now.plus(FILLING_PAUSE)).build();
        }
        if (item.orphansDependents()) {
            return orphan(item);
        }
        if (item.waitsForDependents()) {
            return waitForDependents(item);
        }
        boolean free = item.object().meta().owners().isEmpty();
        return free || item.object().isDeleting() ? Plan.NOTHING : judge(item, now);
    }

    /// Removes the owner from its dependents, then its finalizer.
    private Plan orphan(Node owner) {
        List<List<Step.Do>> releases = new ArrayList<>();
        for (Node dependent : graph.dependents(owner.uid())) {
            releases.add(List.of(
                    new Step.Do(MetadataPatch.withoutOwners(dependent, Set.of(owner.uid())), ActionEvents.NONE)));
        }
        return Plan.builder()
                .together(releases)
                .perform(MetadataPatch.withoutFinalizer(owner, Meta.ORPHAN))
                .build();
    }

    /// Removes the owner's finalizer when no dependent blocks it. The dependents are deleted by plans of their own.
    private Plan waitForDependents(Node owner) {
        for (Node dependent : graph.dependents(owner.uid())) {
            for (Owner reference : dependent.object().meta().owners()) {
                if (reference.uid().equals(owner.uid()) && reference.blocks()) {
                    return Plan.NOTHING;
                }
            }
        }
        return Plan.builder()
                .perform(MetadataPatch.withoutFinalizer(owner, Meta.FOREGROUND))
                .build();
    }

    /// The owners of an object by their state.
    private static final class Owners {
        private final List<Action> confirmations = new ArrayList<>();
        private final Set<String> lost = new HashSet<>();
        private boolean kept;
        private boolean waiting;
        private boolean unknown;
        private Optional<Owner> misplaced = Optional.empty();
    }

    private Owners owners(Node item) {
        Owners owners = new Owners();
        for (Owner owner : item.object().meta().owners()) {
            switch (graph.standing(owner, item.object())) {
                case Standing.Present(Node present)
                when present.waitsForDependents() -> {
                    owners.waiting = true;
                    owners.lost.add(owner.uid());
                    owners.confirmations.add(new Action.Confirm(
                            present.kind(), present.object().key(), owner.uid(), WAITS_FOR_DEPENDENTS));
                }
                case Standing.Present present -> owners.kept = true;
                case Standing.Absent(Cache<?> cache, Key where) -> {
                    owners.lost.add(owner.uid());
                    owners.confirmations.add(new Action.Confirm(cache.kind(), where, owner.uid(), Fact.GONE));
                }
                case Standing.Departed departed -> owners.lost.add(owner.uid());
                case Standing.Misplaced misplaced -> owners.misplaced = Optional.of(owner);
                case Standing.Unknown unknown -> owners.unknown = true;
            }
        }
        return owners;
    }

    private Plan judge(Node item, Instant now) {
        Owners owners = owners(item);
        Plan.Builder plan = Plan.builder();
        if (owners.misplaced.isPresent()) {
            return plan.say(misplaced(item, owners.misplaced.get())).build();
        }
        if (owners.unknown) {
            return plan.lookAgain(now.plus(UNKNOWN_PAUSE)).build();
        }
        if (owners.lost.isEmpty()) {
            return Plan.NOTHING;
        }
        owners.confirmations.forEach(plan::perform);
        if (owners.kept) {
            // Owners in foreground deletion must not wait for this object, as it stays.
            return plan.perform(MetadataPatch.withoutOwners(item, owners.lost)).build();
        }
        if (owners.waiting && graph.hasDependents(item.uid())) {
            return deleteInForeground(item, plan);
        }
        return plan.perform(deletion(item, ownPropagation(item))).build();
    }

    /// Deletes in foreground because an owner does, so that all levels go bottom up.
    private Plan deleteInForeground(Node item, Plan.Builder plan) {
        boolean circle = graph.dependents(item.uid()).stream().anyMatch(Node::waitsForDependents);
        boolean blocks = item.object().meta().owners().stream().anyMatch(Owner::blocks);
        if (circle && blocks) {
            // Each would wait for the other. The deletion follows with the next plan, after
            // this is observed.
            return plan.perform(MetadataPatch.unblocking(item)).build();
        }
        return plan.perform(deletion(item, Propagation.FOREGROUND)).build();
    }

    /// Existing finalizers decide the propagation policy.
    private static Propagation ownPropagation(Node item) {
        List<String> finalizers = item.object().meta().finalizers();
        if (finalizers.contains(Meta.ORPHAN)) {
            return Propagation.ORPHAN;
        }
        return finalizers.contains(Meta.FOREGROUND) ? Propagation.FOREGROUND : Propagation.BACKGROUND;
    }

    private static Action deletion(Node item, Propagation propagation) {
        return new Action.Delete(
                item.kind(),
                item.object().key(),
                new DeleteOptions(
                        false,
                        Optional.empty(),
                        Optional.of(propagation),
                        item.uid(),
                        Long.toString(item.object().resourceVersion())));
    }

    private static EventNote misplaced(Node item, Owner owner) {
        return EventNote.warning(
                item.kind(),
                item.object(),
                "OwnerRefInvalidNamespace",
                "ownerRef [%s/%s, namespace: , name: %s, uid: %s] does not exist in namespace \"\""
                        .formatted(owner.apiVersion(), owner.kind(), owner.name(), owner.uid()));
    }
}
