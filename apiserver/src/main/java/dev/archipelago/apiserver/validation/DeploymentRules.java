package dev.archipelago.apiserver.validation;

import java.util.List;

/// Deployments and the replica sets that they make, and replication controllers before them.
final class DeploymentRules {
    private static final List<String> STRATEGIES = List.of("Recreate", "RollingUpdate");

    private DeploymentRules() {}

    static void deployment(Cursor deployment) {
        Cursor spec = deployment.field("spec");
        Numbers.notNegative(spec, "replicas");
        selected(spec);
        strategy(spec.field("strategy"));
        Numbers.notNegative(spec, "minReadySeconds");
        Numbers.notNegative(spec, "revisionHistoryLimit");
        Cursor deadline = spec.field("progressDeadlineSeconds");
        if (deadline.present()) {
            Numbers.notNegative(spec, "progressDeadlineSeconds");
            if (deadline.number() <= spec.number("minReadySeconds")) {
                deadline.invalid("must be greater than minReadySeconds");
            }
        }
    }

    static void replicaSet(Cursor set) {
        Cursor spec = set.field("spec");
        Numbers.notNegative(spec, "replicas");
        Numbers.notNegative(spec, "minReadySeconds");
        selected(spec);
    }

    private static void selected(Cursor spec) {
        Cursor selector = spec.field("selector");
        Cursor template = spec.field("template");
        SelectorRules.required(selector, "deployment");
        PodTemplateRules.selected(template, selector);
        PodTemplateRules.template(template);
        PodTemplateRules.runsForever(template, "ReplicaSet");
    }

    private static void strategy(Cursor strategy) {
        Cursor rolling = strategy.field("rollingUpdate");
        switch (strategy.text("type")) {
            case "Recreate" -> {
                if (rolling.present()) {
                    rolling.forbidden("may not be specified when strategy `type` is 'Recreate'");
                }
            }
            case "RollingUpdate" -> {
                if (rolling.present()) {
                    rollingUpdate(rolling.field("maxUnavailable"), rolling.field("maxSurge"));
                } else {
                    rolling.required("this should be defaulted and never be nil");
                }
            }
            default -> strategy.notSupported(strategy.text("type"), STRATEGIES);
        }
    }

    private static void rollingUpdate(Cursor unavailable, Cursor surge) {
        Numbers.countOrPercent(unavailable);
        Numbers.countOrPercent(surge);
        if (Numbers.countOrPercentValue(unavailable) == 0 && Numbers.countOrPercentValue(surge) == 0) {
            unavailable.invalid("may not be 0 when `maxSurge` is 0");
        }
        Numbers.atMostHundredPercent(unavailable);
    }

    /// The selector never changes: the pods it found would be orphaned, or others taken over.
    static void update(Cursor owner, Cursor old) {
        FieldChanges.immutable(owner.field("spec"), old.field("spec"), "selector");
    }

    static void deploymentStatus(Cursor deployment, Cursor old) {
        Cursor status = deployment.field("status");
        StatusCounts.notNegative(
                status,
                List.of(
                        "observedGeneration",
                        "replicas",
                        "updatedReplicas",
                        "readyReplicas",
                        "availableReplicas",
                        "unavailableReplicas",
                        "terminatingReplicas",
                        "collisionCount"));
        StatusCounts.withinReplicas(status, List.of("updatedReplicas", "readyReplicas", "availableReplicas"));
        StatusCounts.availableWithinReady(status, "cannot be greater than readyReplicas");
        StatusCounts.collisionsNeverFewer(status, old.field("status"));
    }

    static void replicaSetStatus(Cursor set, Cursor old) {
        Cursor status = set.field("status");
        StatusCounts.notNegative(
                status,
                List.of(
                        "replicas",
                        "fullyLabeledReplicas",
                        "readyReplicas",
                        "availableReplicas",
                        "observedGeneration",
                        "terminatingReplicas"));
        StatusCounts.withinReplicas(status, List.of("fullyLabeledReplicas", "readyReplicas", "availableReplicas"));
        StatusCounts.availableWithinReady(status, "cannot be greater than readyReplicas");
    }

    static void replicationController(Cursor controller) {
        Cursor spec = controller.field("spec");
        Numbers.notNegative(spec, "minReadySeconds");
        Numbers.notNegative(spec, "replicas");
        Cursor selector = spec.field("selector");
        Cursor template = spec.field("template");
        if (selector.isEmpty()) {
            selector.required();
        }
        LabelRules.labels(selector);
        if (!template.present()) {
            template.required();
            return;
        }
        Cursor labels = template.field("metadata").field("labels");
        for (var label : selector.entries()) {
            if (!label.getValue().equals(labels.member(label.getKey()))) {
                labels.invalid("`selector` does not match template `labels`");
                break;
            }
        }
        PodTemplateRules.template(template);
        PodTemplateRules.runsForever(template, "ReplicationController");
    }
}
