package dev.archipelago.simulation.federation;

import dev.archipelago.controller.objects.ApiObject;
import dev.archipelago.federation.kinds.Binding;
import dev.archipelago.federation.render.Orphaned;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// What the federation did not make it never touches, and what it made it does not take away while that is wanted.
final class Bystanders {
    private final World world;
    private final Truth truth;
    private final Consumer<String> complaints;

    Bystanders(World world, Truth truth, Consumer<String> complaints) {
        this.world = world;
        this.truth = truth;
        this.complaints = complaints;
    }

    void changed(Island island, @Nullable ApiObject before, @Nullable ApiObject after) {
        if (before == null || !world.actor().equals(World.FEDERATION)) {
            return;
        }
        if (!World.isMarked(before) && !isTakenBack(before, after)) {
            complaints.accept(before + " in " + island.name() + " was changed, though the federation did not make it");
        } else if ((after == null || after.isDeleting()) && !before.isDeleting() && isWanted(island, before)) {
            complaints.accept(before + " in " + island.name() + " was deleted while it was wanted there");
        }
    }

    /// Whether an object that the federation made and let go is marked as its own again, and nothing else.
    private static boolean isTakenBack(ApiObject before, @Nullable ApiObject after) {
        return after != null
                && World.isMarked(after)
                && Orphaned.read(before)
                        .filter(orphaned -> orphaned.federation().equals(World.SETTINGS.name()))
                        .isPresent()
                && before.view().path("spec").equals(after.view().path("spec"));
    }

    private boolean isWanted(Island island, ApiObject object) {
        String uid = World.templateUid(object);
        for (Optional<ApiObject> view : truth.templateViews(uid)) {
            if (view.isEmpty() || view.get().isDeleting()) {
                return false;
            }
        }
        for (Optional<Binding> view : truth.bindingViews(uid)) {
            if (view.isEmpty()
                    || view.get().isDeleting()
                    || view.get().target(island.name()).isEmpty()) {
                return false;
            }
        }
        return true;
    }
}
