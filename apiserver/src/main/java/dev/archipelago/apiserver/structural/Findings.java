package dev.archipelago.apiserver.structural;

import dev.archipelago.api.errors.FieldError;
import java.util.ArrayList;
import java.util.List;

/// What a walk has found wrong so far, each thing once.
final class Findings {
    /// Nobody reads more, and a large object must not become a larger answer.
    static final int ERRORS_MAX = 200;

    private List<FieldError> errors = List.of();
    private int checks;

    void add(FieldError error) {
        if (isFull()) {
            return;
        }
        if (errors.isEmpty()) {
            errors = new ArrayList<>();
        } else if (errors.contains(error)) {
            return;
        }
        errors.add(error);
    }

    void addAll(Findings others) {
        others.errors.forEach(this::add);
        checks += others.checks;
    }

    /// Counts checks that were made. Where none of several schemas fits, the errors of the one that had most to check
    /// are shown, so the counts follow those of Kubernetes.
    void count(int number) {
        checks += number;
    }

    /// Whether there is no room for more errors.
    boolean isFull() {
        return errors.size() >= ERRORS_MAX;
    }

    int checks() {
        return checks;
    }

    int size() {
        return errors.size();
    }

    boolean isEmpty() {
        return errors.isEmpty();
    }

    /// Forgives the errors found since there were this many.
    void truncate(int size) {
        if (size < errors.size()) {
            errors.subList(size, errors.size()).clear();
        }
    }

    List<FieldError> errors() {
        return errors;
    }
}
