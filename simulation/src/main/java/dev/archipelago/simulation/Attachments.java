package dev.archipelago.simulation;

import dev.archipelago.api.objects.Key;
import dev.archipelago.cluster.kinds.Claim;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.cluster.kinds.Volume;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Invariant: a pod always runs with the volumes of its identity, and these are never attached to another.
final class Attachments implements Judge {
    private final World world;
    private final Truth truth;
    private final Consumer<String> complaints;
    private final Map<String, Key> podByVolume = new HashMap<>();
    private final Map<String, String> volumeByClaim = new HashMap<>();

    Attachments(World world, Truth truth, Consumer<String> complaints) {
        this.world = world;
        this.truth = truth;
        this.complaints = complaints;
    }

    @Override
    public void started(Pod pod) {
        for (Pod.ClaimVolume mounted : pod.claims()) {
            if (!mounted.claim().equals(mounted.volume() + '-' + pod.name())) {
                complaints.accept(pod.key() + " has the claim " + mounted.claim());
            }
            Claim claim = truth.claim(new Key(pod.namespace(), mounted.claim())).orElseThrow();
            String volume = claim.volumeName();
            if (!podByVolume.computeIfAbsent(volume, v -> pod.key()).equals(pod.key())) {
                complaints.accept(pod.key() + " has the volume of " + podByVolume.get(volume));
            }
            if (!volumeByClaim.computeIfAbsent(claim.uid(), c -> volume).equals(volume)) {
                complaints.accept(claim.key() + " has changed its volume");
            }
        }
    }

    /// A claim must not be deleted before its pod.
    @Override
    public void claim(@Nullable Claim before, @Nullable Claim after) {
        if (before == null || after != null) {
            return;
        }
        Key pod = Member.ofClaim(before.key()).pod();
        Instant known = world.time().instant().minus(world.ageMax());
        for (Machine machine : world.machines()) {
            for (Machine.Run run : machine.live()) {
                if (run.key().equals(pod) && run.start().isBefore(known)) {
                    complaints.accept("the claim " + before.key() + " went while its pod was running");
                }
            }
        }
    }

    /// A volume must not be deleted before its claim.
    @Override
    public void volume(@Nullable Volume before, @Nullable Volume after) {
        if (before == null || before.isDeleting() || (after != null && !after.isDeleting())) {
            return;
        }
        before.claim()
                .flatMap(reference -> truth.claim(reference.key())
                        .filter(claim ->
                                reference.means(claim) && claim.volumeName().equals(before.name())))
                .ifPresent(claim -> complaints.accept("the volume of " + claim.key() + " is lost"));
    }
}
