package dev.archipelago.cluster.volumes;

import dev.archipelago.api.objects.Key;
import dev.archipelago.cluster.kinds.Claim;
import dev.archipelago.cluster.kinds.Node;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.cluster.kinds.StorageClass;
import dev.archipelago.cluster.kinds.Volume;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;

/// The state that the planners read.
interface Storage {

    Optional<Claim> claim(Key key);

    Optional<Volume> volume(String name);

    /// The volumes whose claimRef names the claim, with or without its uid.
    List<Volume> volumesFor(Claim claim);

    /// The volumes of a class without a claimRef.
    List<Volume> freeVolumes(String storageClass);

    Optional<StorageClass> storageClass(String name);

    Optional<StorageClass> defaultClass();

    Optional<Node> node(String name);

    /// The zones of nodes.
    SortedSet<String> zones();

    /// Whether a pod on a node uses the claim.
    boolean isUsed(Claim claim);

    /// A pod on a node that cannot start without the claim.
    Optional<Pod> consumerOf(Claim claim);

    /// The pods that will use the claim once they are scheduled.
    List<Pod> waitingFor(Claim claim);
}
