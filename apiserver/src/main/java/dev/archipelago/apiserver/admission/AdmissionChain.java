package dev.archipelago.apiserver.admission;

import dev.archipelago.store.Outcome;
import dev.archipelago.store.Transaction;
import java.util.List;
import java.util.function.Function;

/// Several gates in a row.
public record AdmissionChain(List<Admission> gates) implements Admission {

    public AdmissionChain {
        gates = List.copyOf(gates);
    }

    @Override
    public boolean mutate(AdmissionRequest request) {
        boolean changed = false;
        for (Admission gate : gates) {
            changed |= gate.mutate(request);
        }
        return changed;
    }

    @Override
    public void validate(AdmissionRequest request) {
        gates.forEach(gate -> gate.validate(request));
    }

    @Override
    public Outcome commit(
            AdmissionRequest request, Transaction transaction, Function<Transaction, Outcome> committing) {
        Function<Transaction, Outcome> next = committing;
        for (Admission gate : gates.reversed()) {
            Function<Transaction, Outcome> inner = next;
            next = given -> gate.commit(request, given, inner);
        }
        return next.apply(transaction);
    }
}
