package dev.archipelago.apiserver.admission;

import dev.archipelago.store.Outcome;
import dev.archipelago.store.Transaction;
import java.util.function.Function;

/// A gate that writes pass: first all mutators in order, then, with the object complete and valid, all validators.
/// Refuses by throwing an ApiException.
public interface Admission {

    /// Completes the object.
    ///
    /// @return whether it may lack defaults now
    default boolean mutate(AdmissionRequest request) {
        return false;
    }

    default void validate(AdmissionRequest request) {}

    /// Carries an admitted write into the store, together with what must change with it.
    default Outcome commit(
            AdmissionRequest request, Transaction transaction, Function<Transaction, Outcome> committing) {
        return committing.apply(transaction);
    }
}
