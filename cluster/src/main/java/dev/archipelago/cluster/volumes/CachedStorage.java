package dev.archipelago.cluster.volumes;

import dev.archipelago.api.objects.Key;
import dev.archipelago.cluster.kinds.Claim;
import dev.archipelago.cluster.kinds.Node;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.cluster.kinds.StorageClass;
import dev.archipelago.cluster.kinds.Volume;
import dev.archipelago.controller.cache.Cache;
import dev.archipelago.controller.cache.Caches;
import dev.archipelago.controller.cache.Index;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/// Finds claims, volumes and their users in the caches.
final class CachedStorage implements Storage {
    private static final Comparator<StorageClass> NEWEST = Comparator.<StorageClass, Instant>comparing(
                    storageClass -> storageClass.meta().created())
            .reversed()
            .thenComparing(StorageClass::name);

    final Cache<Claim> claims;
    final Cache<Volume> volumes;
    final Cache<StorageClass> classes;
    final Cache<Pod> pods;
    final Cache<Node> nodes;
    private final Index<Claim> claimsByVolume;
    private final Index<Claim> pendingByClass;
    private final Index<Volume> volumesByClaim;
    private final Index<Volume> freeByClass;
    private final Index<Pod> podsByClaim;

    CachedStorage(Caches caches) {
        claims = caches.of(Claim.KIND);
        volumes = caches.of(Volume.KIND);
        classes = caches.of(StorageClass.KIND);
        pods = caches.of(Pod.KIND);
        nodes = caches.of(Node.KIND);
        claimsByVolume = claims.index(claim -> claim.volumeName().isEmpty() ? List.of() : List.of(claim.volumeName()));
        pendingByClass =
                claims.index(claim -> claim.volumeName().isEmpty() ? List.of(claim.storageClass()) : List.of());
        volumesByClaim = volumes.index(volume -> volume.claim()
                .map(reference -> List.of(reference.key().toString()))
                .orElse(List.of()));
        freeByClass = volumes.index(volume -> volume.claim().isEmpty() ? List.of(volume.storageClass()) : List.of());
        podsByClaim = pods.index(pod -> pod.claims().stream()
                .map(volume -> new Key(pod.namespace(), volume.claim()).toString())
                .distinct()
                .toList());
    }

    @Override
    public Optional<Claim> claim(Key key) {
        return claims.get(key);
    }

    @Override
    public Optional<Volume> volume(String name) {
        return volumes.get(Key.global(name));
    }

    @Override
    public List<Volume> volumesFor(Claim claim) {
        return volumesByClaim.get(claim.key().toString());
    }

    List<Volume> volumesFor(Key claim) {
        return volumesByClaim.get(claim.toString());
    }

    @Override
    public List<Volume> freeVolumes(String storageClass) {
        return freeByClass.get(storageClass);
    }

    List<Claim> claimsOf(String volume) {
        return claimsByVolume.get(volume);
    }

    /// The claims of a class without a volume.
    List<Claim> pending(String storageClass) {
        return pendingByClass.get(storageClass);
    }

    @Override
    public Optional<StorageClass> storageClass(String name) {
        return name.isEmpty() ? Optional.empty() : classes.get(Key.global(name));
    }

    @Override
    public Optional<StorageClass> defaultClass() {
        return classes.all().stream().filter(StorageClass::isDefault).min(NEWEST);
    }

    @Override
    public Optional<Node> node(String name) {
        return nodes.get(Key.global(name));
    }

    @Override
    public SortedSet<String> zones() {
        SortedSet<String> zones = new TreeSet<>();
        for (Node node : nodes.all()) {
            if (!node.zone().isEmpty()) {
                zones.add(node.zone());
            }
        }
        return zones;
    }

    @Override
    public boolean isUsed(Claim claim) {
        return podsByClaim.get(claim.key().toString()).stream()
                .anyMatch(pod -> !pod.nodeName().isEmpty() && !isDone(pod));
    }

    @Override
    public Optional<Pod> consumerOf(Claim claim) {
        return podsByClaim.get(claim.key().toString()).stream()
                .filter(pod -> !pod.isDeleting()
                        && !pod.isOver()
                        && node(pod.nodeName()).isPresent())
                .findFirst();
    }

    /// Whether a pod has finished and is being deleted. In foreground deletion of a StatefulSet, claims would wait
    /// for the pod, and the pod for the claims, so that none would ever be deleted.
    static boolean isDone(Pod pod) {
        return pod.isDeleting() && pod.isOver();
    }

    @Override
    public List<Pod> waitingFor(Claim claim) {
        return podsByClaim.get(claim.key().toString()).stream()
                .filter(pod -> pod.nodeName().isEmpty())
                .toList();
    }
}
