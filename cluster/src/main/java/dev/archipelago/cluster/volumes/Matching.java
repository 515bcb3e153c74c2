package dev.archipelago.cluster.volumes;

import dev.archipelago.cluster.kinds.Claim;
import dev.archipelago.cluster.kinds.Node;
import dev.archipelago.cluster.kinds.Volume;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Matches volumes to claims.
final class Matching {
    private static final Comparator<Volume> SMALLEST =
            Comparator.comparing(Volume::size).thenComparing(Volume::name);

    private Matching() {}

    /// The smallest free volume that matches a claim.
    ///
    /// @param node where the volume will be used, if known
    static Optional<Volume> smallest(Claim claim, List<Volume> free, Optional<Node> node) {
        return free.stream()
                .filter(volume -> !volume.isDeleting() && volume.phase().equals("Available"))
                .filter(volume -> satisfies(volume, claim))
                .filter(volume ->
                        claim.selector().isEmpty() || claim.selector().get().matches(volume.labels()))
                .filter(volume -> node.isEmpty() || reaches(volume, node.get()))
                .min(SMALLEST);
    }

    /// Whether a volume satisfies a claim, without its selector.
    static boolean satisfies(Volume volume, Claim claim) {
        return volume.storageClass().equals(claim.storageClass())
                && volume.mode().equals(claim.mode())
                && volume.accessModes().containsAll(claim.accessModes())
                && volume.size().compareTo(claim.size()) >= 0;
    }

    private static boolean reaches(Volume volume, Node node) {
        return volume.zones().isEmpty() || volume.zones().contains(node.zone());
    }
}
