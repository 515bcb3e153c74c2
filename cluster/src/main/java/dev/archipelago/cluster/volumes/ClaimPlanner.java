package dev.archipelago.cluster.volumes;

import dev.archipelago.api.objects.Key;
import dev.archipelago.cluster.kinds.Claim;
import dev.archipelago.cluster.kinds.Node;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.cluster.kinds.StorageClass;
import dev.archipelago.cluster.kinds.Volume;
import dev.archipelago.cluster.kinds.Volume.ClaimReference;
import dev.archipelago.controller.plan.Action;
import dev.archipelago.controller.plan.Fact;
import dev.archipelago.controller.plan.Plan;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Decides which volume a claim is bound to.
///
/// A volume is reserved by writing the claim and its uid into it, preconditioned on its resourceVersion, so only one
/// claim can win. Then the volume is written into the claim. After that neither is ever bound to another.
final class ClaimPlanner {
    /// The pod is on no node, or gone.
    static final Fact WITHOUT_NODE = new Fact(
            found -> !(found.orElse(null) instanceof Pod pod) || pod.nodeName().isEmpty(), "it is on a node");

    private final Storage storage;
    private final Claim claim;
    private final Plan.Builder plan = Plan.builder();
    private final ClaimEvents events;

    private ClaimPlanner(Storage storage, Claim claim) {
        this.storage = storage;
        this.claim = claim;
        this.events = new ClaimEvents(claim);
    }

    static Plan plan(Storage storage, Claim claim) {
        ClaimPlanner planner = new ClaimPlanner(storage, claim);
        if (claim.isDeleting()) {
            planner.letGo();
        } else if (!claim.meta().finalizers().contains(Names.CLAIM_PROTECTION)) {
            planner.plan.perform(Writing.protect(Claim.KIND, claim, Names.CLAIM_PROTECTION));
        } else if (claim.meta().annotations().containsKey(Names.BIND_COMPLETED)) {
            planner.keep();
        } else if (claim.volumeName().isEmpty()) {
            planner.find();
        } else {
            planner.asked();
        }
        return planner.plan.build();
    }

    private void letGo() {
        if (claim.meta().finalizers().contains(Names.CLAIM_PROTECTION) && !storage.isUsed(claim)) {
            // A waiting pod may have been bound and started meanwhile.
            for (Pod pod : storage.waitingFor(claim)) {
                plan.perform(new Action.Confirm(Pod.KIND, pod.key(), pod.uid(), WITHOUT_NODE));
            }
            plan.perform(Writing.unprotect(Claim.KIND, claim, Names.CLAIM_PROTECTION));
        }
    }

    /// Checks the volume of a bound claim.
    private void keep() {
        Volume volume = storage.volume(claim.volumeName()).orElse(null);
        if (volume == null) {
            if (claim.phase().equals("Lost")) {
                return;
            }
            plan.perform(new Action.Confirm(Volume.KIND, Key.global(claim.volumeName()), "", Fact.GONE));
            lose("ClaimLost", "Bound claim has lost its PersistentVolume. Data on the volume is lost!");
            return;
        }
        ClaimReference reference = volume.claim().orElse(null);
        if (reference == null || (reference.uid().isEmpty() && reference.allows(claim))) {
            plan.perform(Writing.take(volume, claim));
        } else if (!reference.means(claim)) {
            lose("ClaimMisbound", "Two claims are bound to the same volume, this one is bound incorrectly");
        } else if (grows(volume)) {
            plan.perform(Writing.grow(volume, claim.request()));
        } else {
            Writing.bound(claim, volume).ifPresent(plan::perform);
        }
    }

    private boolean grows(Volume volume) {
        return claim.size().compareTo(volume.size()) > 0
                && volume.meta()
                        .annotations()
                        .getOrDefault(Names.PROVISIONED_BY, "")
                        .equals(Names.PROVISIONER)
                && storage.storageClass(claim.storageClass())
                        .filter(StorageClass::allowsExpansion)
                        .isPresent();
    }

    private void lose(String reason, String message) {
        if (claim.phase().equals("Lost")) {
            return;
        }
        plan.perform(Writing.lost(claim));
        plan.say(events.warning(reason, message));
    }

    /// Binds the volume that the claim names.
    private void asked() {
        Volume volume = storage.volume(claim.volumeName()).orElse(null);
        if (volume == null) {
            return;
        }
        ClaimReference reference = volume.claim().orElse(null);
        if (reference != null && !reference.allows(claim)) {
            plan.say(events.warning(
                    "FailedBinding", "volume \"" + volume.name() + "\" already bound to a different claim."));
        } else if (reference == null && !Matching.satisfies(volume, claim)) {
            plan.say(events.warning(
                    "VolumeMismatch",
                    "Cannot bind to requested volume \"" + volume.name() + "\": it does not satisfy the claim"));
        } else if (!volume.isDeleting()) {
            bind(volume, false);
        }
    }

    /// Binds a matching volume, or provisions one.
    private void find() {
        for (Volume volume : storage.volumesFor(claim)) {
            if (!volume.isDeleting() && volume.claim().orElseThrow().allows(claim)) {
                bind(volume, true);
                return;
            }
        }
        if (!claim.namesClass()) {
            Optional<StorageClass> standard = storage.defaultClass();
            if (standard.isPresent()) {
                plan.perform(Writing.classed(claim, standard.get().name()));
                return;
            }
        }
        StorageClass storageClass = storage.storageClass(claim.storageClass()).orElse(null);
        Optional<Node> node = Optional.empty();
        if (storageClass != null && storageClass.waitsForConsumer()) {
            if (claim.selectedNode().isEmpty()) {
                awaitNode();
                return;
            }
            node = storage.node(claim.selectedNode());
            if (node.isEmpty()) {
                // The selected node is gone: the scheduler must select another.
                plan.perform(new Action.Confirm(Node.KIND, Key.global(claim.selectedNode()), "", Fact.GONE));
                plan.perform(Writing.unselect(claim));
                return;
            }
        }
        Optional<Volume> match = Matching.smallest(claim, storage.freeVolumes(claim.storageClass()), node);
        if (match.isPresent()) {
            bind(match.get(), true);
        } else {
            make(storageClass, node);
        }
    }

    /// Waits until the scheduler selects a node. A pod that is bound already may wait here, too, if its
    /// former claim was deleted after that. No scheduler looks at it again, so its node is selected here;
    /// Kubernetes waits forever.
    private void awaitNode() {
        Optional<Pod> consumer = storage.consumerOf(claim);
        if (consumer.isPresent()) {
            plan.perform(Writing.select(claim, consumer.get().nodeName()));
        } else {
            plan.say(events.normal("WaitForFirstConsumer", "waiting for first consumer to be created before binding"));
        }
    }

    private void make(@Nullable StorageClass storageClass, Optional<Node> node) {
        if (storageClass == null) {
            plan.say(
                    claim.storageClass().isEmpty()
                            ? events.normal(
                                    "FailedBinding",
                                    "no persistent volumes available for this claim and no storage class is set")
                            : events.warning(
                                    "ProvisioningFailed",
                                    "storageclass.storage.k8s.io \"" + claim.storageClass() + "\" not found"));
        } else if (storageClass.provisioner().equals(Names.PROVISIONER)) {
            plan.perform(
                    new Action.Create(Volume.KIND, Provisioning.volume(claim, storageClass, node, storage.zones())),
                    events.provisioning());
            plan.perform(Writing.bind(claim, Provisioning.name(claim), true));
        } else if (!claim.meta().annotations().containsKey(Names.STORAGE_PROVISIONER)) {
            plan.perform(Writing.handOver(claim, storageClass.provisioner()));
            plan.say(events.normal(
                    "ExternalProvisioning",
                    "Waiting for a volume to be created either by the external provisioner '"
                            + storageClass.provisioner()
                            + "' or manually by the system administrator. If volume creation is delayed, please verify"
                            + " that the provisioner is running and correctly registered."));
        }
    }

    /// @param chosen whether the volume was found here and not named by the user
    private void bind(Volume volume, boolean chosen) {
        if (volume.claim().filter(reference -> reference.means(claim)).isEmpty()) {
            plan.perform(Writing.take(volume, claim));
        }
        plan.perform(Writing.bind(claim, volume.name(), chosen));
    }
}
