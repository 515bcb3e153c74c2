package dev.archipelago.cluster.ownership;

import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.api.objects.Owner;
import dev.archipelago.api.patch.PatchBody;
import dev.archipelago.controller.plan.Action;
import dev.archipelago.controller.plan.Plan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import tools.jackson.databind.node.ObjectNode;

/// The objects that an owner controls, after adoption and release.
///
/// @param adopts whether an orphan is adopted
public record Ownership<T extends ApiObject>(List<T> own, List<Action> changes, boolean adopts) {

    /// Divides candidates: controlled objects are kept if they match and released otherwise, and matching orphans
    /// are adopted. An owner that is being deleted changes nothing.
    ///
    /// @param wants whether an object matches
    public static <O extends ApiObject, T extends ApiObject> Ownership<T> of(
            Kind<O> ownerKind, O owner, Kind<T> kind, Iterable<T> candidates, Predicate<? super T> wants) {
        List<T> own = new ArrayList<>();
        List<Action> changes = new ArrayList<>();
        boolean adopts = false;
        for (T object : candidates) {
            boolean wanted = wants.test(object);
            if (object.meta().isControlledBy(owner.uid())) {
                if (wanted) {
                    own.add(object);
                } else if (!owner.isDeleting()) {
                    changes.add(release(owner, kind, object));
                }
            } else if (wanted && isFree(object) && !owner.isDeleting()) {
                changes.add(
                        owners(kind, object, Owner.controlling(ownerKind, owner).json()));
                adopts = true;
            }
        }
        return new Ownership<>(own, changes, adopts);
    }

    private static boolean isFree(ApiObject object) {
        return !object.isDeleting() && object.meta().controller().isEmpty();
    }

    private static Action release(ApiObject owner, Kind<?> kind, ApiObject object) {
        return owners(kind, object, Json.object().put("$patch", "delete").put("uid", owner.uid()));
    }

    /// Changes an owner reference of this object, by its uid.
    private static Action owners(Kind<?> kind, ApiObject object, ObjectNode owner) {
        ObjectNode patch = Json.object();
        ObjectNode metadata = patch.putObject("metadata").put("uid", object.uid());
        metadata.putArray("ownerReferences").add(owner);
        return new Action.Patch(kind, object.key(), "", new PatchBody.Strategic(patch), false);
    }

    /// The plan for adoption and release, if there is any. Before an adoption a live read confirms that
    /// the owner exists.
    public <O extends ApiObject> Optional<Plan> adoptionPlan(Kind<O> ownerKind, O owner) {
        if (changes.isEmpty()) {
            return Optional.empty();
        }
        Plan.Builder plan = Plan.builder();
        if (adopts) {
            plan.perform(new Action.Confirm(ownerKind, owner.key(), owner.uid()));
        }
        changes.forEach(plan::perform);
        return Optional.of(plan.build());
    }
}
