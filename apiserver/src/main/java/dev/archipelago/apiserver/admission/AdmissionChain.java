package dev.archipelago.apiserver.admission;

import java.util.List;

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
}
