package dev.archipelago.apiserver.admission;

/// A gate that writes pass: first all mutators in order, then, with the object complete and valid, all validators.
/// Refuses by throwing an ApiException.
public interface Admission {

    /// Completes the object.
    ///
    /// @return whether it has changed
    default boolean mutate(AdmissionRequest request) {
        return false;
    }

    default void validate(AdmissionRequest request) {}
}
