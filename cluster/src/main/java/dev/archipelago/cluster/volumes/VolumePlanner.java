package dev.archipelago.cluster.volumes;

import dev.archipelago.cluster.kinds.Claim;
import dev.archipelago.cluster.kinds.Volume;
import dev.archipelago.cluster.kinds.Volume.ClaimReference;
import dev.archipelago.controller.plan.Action;
import dev.archipelago.controller.plan.EventNote;
import dev.archipelago.controller.plan.Fact;
import dev.archipelago.controller.plan.Plan;

/// Decides the phase of a volume, and reclaims it after its claim is gone.
final class VolumePlanner {
    private final Storage storage;
    private final Volume volume;
    private final Plan.Builder plan = Plan.builder();

    private VolumePlanner(Storage storage, Volume volume) {
        this.storage = storage;
        this.volume = volume;
    }

    static Plan plan(Storage storage, Volume volume) {
        VolumePlanner planner = new VolumePlanner(storage, volume);
        if (!volume.isDeleting() && !volume.meta().finalizers().contains(Names.VOLUME_PROTECTION)) {
            planner.plan.perform(Writing.protect(Volume.KIND, volume, Names.VOLUME_PROTECTION));
        } else {
            planner.decide();
        }
        return planner.plan.build();
    }

    private void decide() {
        ClaimReference reference = volume.claim().orElse(null);
        if (reference == null || reference.uid().isEmpty()) {
            if (volume.isDeleting()) {
                letGo();
            } else {
                say("Available");
            }
            return;
        }
        Claim claim = storage.claim(reference.key()).filter(reference::means).orElse(null);
        if (claim == null) {
            released(reference);
        } else if (claim.volumeName().equals(volume.name())) {
            say("Bound");
        } else if (!claim.volumeName().isEmpty()) {
            surplus();
        }
        // Otherwise the claim is about to bind it.
    }

    private void say(String phase) {
        if (!volume.phase().equals(phase)) {
            plan.perform(Writing.phase(volume, phase, ""));
        }
    }

    private void letGo() {
        boolean held = volume.meta().finalizers().contains(Names.VOLUME_PROTECTION);
        if (volume.isDeleting() && held && !volume.phase().equals("Bound")) {
            plan.perform(Writing.unprotect(Volume.KIND, volume, Names.VOLUME_PROTECTION));
        }
    }

    /// Releases a volume whose claim is gone. Another claim of the same name never gets its data.
    private void released(ClaimReference reference) {
        if (!volume.phase().equals("Released") && !volume.phase().equals("Failed")) {
            plan.perform(new Action.Confirm(Claim.KIND, reference.key(), reference.uid(), Fact.GONE));
            plan.perform(Writing.phase(volume, "Released", ""));
            return;
        }
        if (volume.isDeleting()) {
            letGo();
        } else if (!volume.reclaimPolicy().equals("Retain") && volume.phase().equals("Released")) {
            plan.perform(new Action.Confirm(Claim.KIND, reference.key(), reference.uid(), Fact.GONE));
            reclaim();
        }
    }

    private void reclaim() {
        String provisioner = volume.meta().annotations().getOrDefault(Names.PROVISIONED_BY, "");
        if (volume.reclaimPolicy().equals("Delete") && provisioner.equals(Names.PROVISIONER)) {
            plan.delete(Volume.KIND, volume);
        } else if (provisioner.isEmpty()) {
            String why = volume.reclaimPolicy().equals("Delete")
                    ? "error getting deleter volume plugin for volume \"" + volume.name()
                            + "\": no deletable volume plugin matched"
                    : "No recycler plugin found for the volume!";
            plan.perform(Writing.phase(volume, "Failed", why));
            plan.say(EventNote.warning(
                    Volume.KIND,
                    volume,
                    volume.reclaimPolicy().equals("Delete") ? "VolumeFailedDelete" : "VolumeFailedRecycle",
                    why));
        }
    }

    /// Frees a volume whose claim was bound to another.
    private void surplus() {
        boolean made = volume.meta().annotations().containsKey(Names.PROVISIONED_BY)
                && volume.reclaimPolicy().equals("Delete");
        if (!made) {
            plan.perform(Writing.free(volume));
        } else if (!volume.phase().equals("Released")) {
            plan.perform(Writing.phase(volume, "Released", ""));
        } else if (volume.isDeleting()) {
            letGo();
        } else {
            reclaim();
        }
    }
}
