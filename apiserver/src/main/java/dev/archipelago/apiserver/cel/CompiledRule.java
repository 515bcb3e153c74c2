package dev.archipelago.apiserver.cel;

import dev.archipelago.apiserver.structural.ValidationRule;
import dev.cel.runtime.CelRuntime;
import org.jspecify.annotations.Nullable;

/// A rule that can be evaluated, or the reason why not.
///
/// @param program null when there is an error
/// @param usesOldSelf whether it is about a change
/// @param error why it does not compile, or empty
/// @param message computes what a failure says; null when the rule does not ask for it
/// @param messageError why the message does not compile, or empty
/// @param cost what evaluating it once costs at most, as [CostEstimator] has it
/// @param messageCost the same of its message
/// @param quadratic whether it calls functions that compare lists item by item
record CompiledRule(
        ValidationRule rule,
        CelRuntime.@Nullable Program program,
        boolean usesOldSelf,
        String error,
        CelRuntime.@Nullable Program message,
        String messageError,
        long cost,
        long messageCost,
        boolean quadratic) {}
