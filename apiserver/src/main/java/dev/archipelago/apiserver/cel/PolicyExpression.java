package dev.archipelago.apiserver.cel;

import dev.cel.runtime.CelRuntime;

/// An expression of an admission policy, compiled.
public final class PolicyExpression {
    private final String text;
    private final CelRuntime.Program program;
    private final boolean quadratic;

    PolicyExpression(String text, CelRuntime.Program program, boolean quadratic) {
        this.text = text;
        this.program = program;
        this.quadratic = quadratic;
    }

    public String text() {
        return text;
    }

    CelRuntime.Program program() {
        return program;
    }

    boolean quadratic() {
        return quadratic;
    }

    /// What an expression evaluates to.
    public enum Result {
        CONDITION,
        TEXT,
        TEXT_OR_NULL,
        APPLY_CONFIGURATION,
        JSON_PATCH,
        ANYTHING
    }
}
