package dev.archipelago.apiserver.validation;

import java.util.List;

/// Daemon sets.
final class DaemonSetRules {
    private static final List<String> STRATEGIES = List.of("RollingUpdate", "OnDelete");

    private DaemonSetRules() {}

    static void daemonSet(Cursor set) {
        Cursor spec = set.field("spec");
        Cursor selector = spec.field("selector");
        Cursor template = spec.field("template");
        if (!selector.present()) {
            selector.required();
        } else {
            LabelRules.selector(selector);
            PodTemplateRules.selected(template, selector);
            if (LabelRules.selectsNothing(selector)) {
                selector.invalid("empty selector is invalid for daemonset");
            }
        }
        PodTemplateRules.template(template);
        PodTemplateRules.runsForever(template, "DaemonSet");
        Numbers.notNegative(spec, "minReadySeconds");
        updateStrategy(spec.field("updateStrategy"));
        Numbers.notNegative(spec, "revisionHistoryLimit");
    }

    private static void updateStrategy(Cursor strategy) {
        switch (strategy.text("type")) {
            case "OnDelete" -> {}
            case "RollingUpdate" -> {
                Cursor rolling = strategy.field("rollingUpdate");
                if (rolling.present()) {
                    rollingUpdate(rolling.field("maxUnavailable"), rolling.field("maxSurge"));
                } else {
                    rolling.required();
                }
            }
            default -> strategy.notSupported(strategy.text("type"), STRATEGIES);
        }
    }

    private static void rollingUpdate(Cursor unavailable, Cursor surge) {
        Numbers.countOrPercent(unavailable);
        Numbers.countOrPercent(surge);
        Numbers.atMostHundredPercent(unavailable);
        Numbers.atMostHundredPercent(surge);
        boolean downs = Numbers.countOrPercentValue(unavailable) != 0;
        boolean ups = Numbers.countOrPercentValue(surge) != 0;
        if (downs && ups) {
            surge.invalid("may not be set when maxUnavailable is non-zero");
        } else if (!downs && !ups) {
            unavailable.required("cannot be 0 when maxSurge is 0");
        }
    }

    static void status(Cursor set, Cursor old) {
        Cursor status = set.field("status");
        StatusCounts.notNegative(
                status,
                List.of(
                        "currentNumberScheduled",
                        "numberMisscheduled",
                        "desiredNumberScheduled",
                        "numberReady",
                        "observedGeneration",
                        "updatedNumberScheduled",
                        "numberAvailable",
                        "numberUnavailable",
                        "collisionCount"));
        StatusCounts.collisionsNeverFewer(status, old.field("status"));
    }
}
