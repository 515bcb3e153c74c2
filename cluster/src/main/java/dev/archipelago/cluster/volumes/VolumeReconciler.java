package dev.archipelago.cluster.volumes;

import dev.archipelago.api.objects.Key;
import dev.archipelago.cluster.kinds.Claim;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.cluster.kinds.StorageClass;
import dev.archipelago.cluster.kinds.Volume;
import dev.archipelago.controller.cache.Caches;
import dev.archipelago.controller.plan.Plan;
import dev.archipelago.controller.runtime.Reconciler;
import java.time.Instant;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The controller of claims and volumes. A key with a namespace is a claim, one without is a volume.
public final class VolumeReconciler implements Reconciler {
    private final CachedStorage storage;

    public VolumeReconciler(Caches caches) {
        storage = new CachedStorage(caches);
    }

    @Override
    public String name() {
        return "persistentvolume-binder";
    }

    @Override
    public void connect(Consumer<Key> again) {
        storage.claims.listen((before, after) -> {
            claimChanged(before, again);
            claimChanged(after, again);
        });
        storage.volumes.listen((before, after) -> {
            volumeChanged(before, again);
            volumeChanged(after, again);
            if (after != null && after.claim().isEmpty() && after.phase().equals("Available")) {
                storage.pending(after.storageClass()).forEach(claim -> again.accept(claim.key()));
            }
        });
        storage.classes.listen((before, after) -> {
            if (after != null) {
                storage.pending(after.name()).forEach(claim -> again.accept(claim.key()));
                if (after.isDefault()) {
                    storage.pending("").forEach(claim -> again.accept(claim.key()));
                }
            }
        });
        storage.nodes.listen((before, after) -> {
            if (before == null) {
                consumersCame(again);
            }
        });
        storage.pods.listen((before, after) -> {
            if (before != null && (after == null || (CachedStorage.isDone(after) && !CachedStorage.isDone(before)))) {
                freed(before, again);
            } else if (after != null
                    && !after.nodeName().isEmpty()
                    && (before == null || before.nodeName().isEmpty())) {
                placed(after, again);
            }
        });
    }

    private void claimChanged(@Nullable Claim claim, Consumer<Key> again) {
        if (claim != null) {
            again.accept(claim.key());
            if (!claim.volumeName().isEmpty()) {
                again.accept(Key.global(claim.volumeName()));
            }
            storage.volumesFor(claim.key()).forEach(volume -> again.accept(volume.key()));
        }
    }

    private void volumeChanged(@Nullable Volume volume, Consumer<Key> again) {
        if (volume != null) {
            again.accept(volume.key());
            volume.claim().ifPresent(reference -> again.accept(reference.key()));
            storage.claimsOf(volume.name()).forEach(claim -> again.accept(claim.key()));
        }
    }

    /// The claims of a deleted pod may be free for deletion.
    private void freed(Pod pod, Consumer<Key> again) {
        for (Pod.ClaimVolume used : pod.claims()) {
            Key key = new Key(pod.namespace(), used.claim());
            if (storage.claim(key).filter(Claim::isDeleting).isPresent()) {
                again.accept(key);
            }
        }
    }

    /// A pod may be in the cache before its node.
    private void consumersCame(Consumer<Key> again) {
        for (StorageClass storageClass : storage.classes.all()) {
            storage.pending(storageClass.name()).stream()
                    .filter(claim -> storage.consumerOf(claim).isPresent())
                    .forEach(claim -> again.accept(claim.key()));
        }
    }

    /// A pod was bound to a node before all its claims were bound.
    private void placed(Pod pod, Consumer<Key> again) {
        for (Pod.ClaimVolume used : pod.claims()) {
            Key key = new Key(pod.namespace(), used.claim());
            if (storage.claim(key).filter(claim -> claim.volumeName().isEmpty()).isPresent()) {
                again.accept(key);
            }
        }
    }

    @Override
    public Plan plan(Key key, Instant now) {
        if (key.namespace().isEmpty()) {
            return storage.volume(key.name())
                    .map(volume -> VolumePlanner.plan(storage, volume))
                    .orElse(Plan.NOTHING);
        }
        return storage.claim(key)
                .map(claim -> ClaimPlanner.plan(storage, claim))
                .orElse(Plan.NOTHING);
    }
}
