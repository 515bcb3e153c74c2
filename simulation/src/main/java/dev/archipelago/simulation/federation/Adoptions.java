package dev.archipelago.simulation.federation;

import dev.archipelago.cluster.kinds.StatefulSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Invariant: a released set that is adopted keeps its pods, unless users have changed the template.
final class Adoptions {
    private final World world;
    private final Consumer<String> complaints;
    private final Set<String> taken = new HashSet<>();

    Adoptions(World world, Consumer<String> complaints) {
        this.world = world;
        this.complaints = complaints;
    }

    void changed(SimCluster simCluster, @Nullable StatefulSet before, @Nullable StatefulSet after) {
        if (before == null || after == null || !world.actor().equals(World.FEDERATION) || !World.isMarked(after)) {
            return;
        }
        if (!World.isMarked(before)) {
            taken.add(after.uid());
        }
        if (taken.contains(after.uid())
                && !before.template().equals(after.template())
                && written(before.template()).equals(written(after.template()))) {
            complaints.accept("the pods of " + after + " in " + simCluster.name()
                    + ", which was taken back, are replaced though nobody has changed them");
        }
    }

    /// The fields of the template that users change.
    private static List<String> written(JsonNode template) {
        return List.of(
                template.path("spec").path("containers").path(0).path("image").asString(""),
                template.path("metadata").path("labels").path("team").asString(""));
    }
}
