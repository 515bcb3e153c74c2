package dev.archipelago.controller.plan;

import dev.archipelago.api.objects.ApiObject;
import java.util.Optional;
import java.util.function.Predicate;

/// What may have to be confirmed of an object.
///
/// @param holds is asked with the object, or with nothing where there is none
/// @param otherwise what is the case when it does not hold
public record Fact(Predicate<Optional<ApiObject>> holds, String otherwise) {
    /// The object exists and is not being deleted.
    public static final Fact ALIVE = ofOne(object -> !object.isDeleting(), "it is gone, or another, or being deleted");

    /// The object does not exist, though another of its name may.
    public static final Fact GONE = new Fact(Optional::isEmpty, "it exists");

    /// Something that holds only of an object that exists.
    public static Fact ofOne(Predicate<ApiObject> holds, String otherwise) {
        return new Fact(found -> found.filter(holds).isPresent(), otherwise);
    }
}
