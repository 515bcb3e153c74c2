package dev.archipelago.apiserver.admission;

import java.util.List;

/// Several gates in a row.
public record AdmissionChain(List<Admission> gates) implements Admission {

    public AdmissionChain {
        gates = List.copyOf(gates);
    }

    @Override
    public void mutate(AdmissionRequest request) {
        gates.forEach(gate -> gate.mutate(request));
    }

    @Override
    public void validate(AdmissionRequest request) {
        gates.forEach(gate -> gate.validate(request));
    }
}
