package dev.archipelago.simulation.federation;

import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.federation.kinds.Binding;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Invariant: the federation never changes objects that it did not make, and never deletes its own while
/// they are wanted.
final class ForeignObjects {
    private final World world;
    private final Truth truth;
    private final Consumer<String> complaints;

    ForeignObjects(World world, Truth truth, Consumer<String> complaints) {
        this.world = world;
        this.truth = truth;
        this.complaints = complaints;
    }

    void changed(SimCluster simCluster, @Nullable ApiObject before, @Nullable ApiObject after) {
        if (before == null || !world.actor().equals(World.FEDERATION)) {
            return;
        }
        if (!World.isMarked(before) && !isTakenBack(before, after)) {
            complaints.accept(
                    before + " in " + simCluster.name() + " was changed, though the federation did not make it");
        } else if (after != null && !World.templateUid(after).equals(World.templateUid(before)) && isOwned(before)) {
            complaints.accept(before + " in " + simCluster.name() + " was taken for another template while its own, "
                    + World.templateUid(before) + ", is there");
        } else if ((after == null || after.isDeleting()) && !before.isDeleting() && isWanted(simCluster, before)) {
            complaints.accept(before + " in " + simCluster.name() + " was deleted while it was wanted there");
        }
    }

    /// Whether the change only marks a released object as the federation's again.
    private static boolean isTakenBack(ApiObject before, @Nullable ApiObject after) {
        return after != null
                && World.isMarked(after)
                && World.isLetGo(before)
                && before.view().path("spec").equals(after.view().path("spec"));
    }

    /// Whether the template of an object exists in every view that a controller may have.
    private boolean isOwned(ApiObject object) {
        return truth.templateViews(World.templateUid(object)).stream()
                .allMatch(view -> view.isPresent() && !view.get().isDeleting());
    }

    private boolean isWanted(SimCluster simCluster, ApiObject object) {
        String uid = World.templateUid(object);
        if (!isOwned(object)) {
            return false;
        }
        for (Optional<Binding> view : truth.bindingViews(uid)) {
            if (view.isEmpty()
                    || view.get().isDeleting()
                    || view.get().target(simCluster.name()).isEmpty()) {
                return false;
            }
        }
        return true;
    }
}
