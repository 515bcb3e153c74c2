package dev.archipelago.controller.plan;

import dev.archipelago.api.objects.ApiObject;
import java.util.Optional;
import java.util.function.Predicate;

/// A condition on an object, for [Action.Confirm].
///
/// @param holds is tested with the object, or with empty when there is none
/// @param otherwise the message when it does not hold
public record Fact(Predicate<Optional<ApiObject>> holds, String otherwise) {
    /// The object exists and is not being deleted.
    public static final Fact ALIVE = ofOne(object -> !object.isDeleting(), "it is gone, or another, or being deleted");

    /// No object has the name and the uid; another of the name may exist.
    public static final Fact GONE = new Fact(Optional::isEmpty, "it exists");

    /// A condition on an existing object.
    public static Fact ofOne(Predicate<ApiObject> holds, String otherwise) {
        return new Fact(found -> found.filter(holds).isPresent(), otherwise);
    }
}
