package dev.archipelago.apiserver.validation;

import java.util.List;

/// What a text must look like.
@FunctionalInterface
interface TextRule {
    /// What is wrong with the value; empty, without any allocation, if nothing is.
    List<String> problems(String value);

    /// Complains about the text at a place.
    default void check(Cursor at) {
        for (String problem : problems(at.text())) {
            at.invalid(problem);
        }
    }

    /// Complains about a value that belongs to a place.
    default void check(Cursor at, String value) {
        for (String problem : problems(value)) {
            at.invalid(value, problem);
        }
    }

    /// Complains if the text at a place is missing or wrong.
    default void require(Cursor at) {
        if (at.text().isEmpty()) {
            at.required();
        } else {
            check(at);
        }
    }
}
