package dev.archipelago.api.cluster;

import java.util.Optional;

/// How a delete is to be carried out.
///
/// @param propagation empty when left to the kind's default
/// @param uid empty for no precondition
/// @param resourceVersion empty for no precondition
public record DeleteOptions(
        boolean dryRun,
        Optional<Long> gracePeriodSeconds,
        Optional<Propagation> propagation,
        String uid,
        String resourceVersion) {

    public static final DeleteOptions NONE = new DeleteOptions(false, Optional.empty(), Optional.empty(), "", "");

    public enum Propagation {
        ORPHAN,
        BACKGROUND,
        FOREGROUND
    }
}
