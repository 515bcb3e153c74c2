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

/// What the planners look at.
interface Storage {

    Optional<Claim> claim(Key key);

    Optional<Volume> volume(String name);

    /// Those that name the claim, or one of its name, as theirs.
    List<Volume> volumesFor(Claim claim);

    /// Those of a class that no claim has.
    List<Volume> freeVolumes(String storageClass);

    Optional<StorageClass> storageClass(String name);

    Optional<StorageClass> defaultClass();

    Optional<Node> node(String name);

    /// The zones that nodes are in.
    SortedSet<String> zones();

    /// Whether a pod that has a node uses the claim.
    boolean isUsed(Claim claim);

    /// A pod that is on a node, and cannot start there without the claim.
    Optional<Pod> consumerOf(Claim claim);

    /// The pods that will use the claim once they have a node.
    List<Pod> waitingFor(Claim claim);
}
