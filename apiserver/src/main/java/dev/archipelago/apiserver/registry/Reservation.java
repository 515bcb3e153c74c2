package dev.archipelago.apiserver.registry;

import dev.archipelago.store.Transaction;
import dev.archipelago.store.Transaction.Change;
import dev.archipelago.store.Transaction.Guard;
import java.util.ArrayList;
import java.util.List;

/// What has to be written together with an object.
///
/// @param withdraw takes back what was filled in, when it has turned out to be taken
public record Reservation(List<Guard> guards, List<Change> changes, Runnable withdraw) {
    public static final Reservation NONE = new Reservation(List.of(), List.of(), () -> {});

    Transaction with(Transaction transaction) {
        if (guards.isEmpty() && changes.isEmpty()) {
            return transaction;
        }
        List<Guard> allGuards = new ArrayList<>(transaction.guards());
        allGuards.addAll(guards);
        List<Change> allChanges = new ArrayList<>(transaction.changes());
        allChanges.addAll(changes);
        return new Transaction(allGuards, allChanges);
    }
}
