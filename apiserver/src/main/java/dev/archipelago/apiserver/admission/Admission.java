package dev.archipelago.apiserver.admission;

/// A gate that writes pass: first all mutators in order, then, with the object complete and valid, all validators.
/// Refuses by throwing an ApiException.
public interface Admission {

    default void mutate(AdmissionRequest request) {}

    default void validate(AdmissionRequest request) {}
}
