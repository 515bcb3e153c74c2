package dev.archipelago.api.cluster;

import java.util.Optional;

/// The options of a delete, as in Kubernetes' DeleteOptions.
///
/// @param propagation empty for the default of the kind
/// @param uid precondition; empty for none
/// @param resourceVersion precondition; empty for none
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
