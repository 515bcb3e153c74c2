package dev.archipelago.apiserver.validation;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Stateful sets.
final class StatefulSetRules {
    /// The longest name for which both `<name>-<10 characters of a revision's hash>` and `<name>-<ordinal>` still fit
    /// into a label. Kubernetes takes longer ones and then cannot make the pods.
    private static final int NAME_MAX = 52;

    private static final List<String> RETENTION_POLICIES = List.of("Retain", "Delete");
    private static final List<String> CHANGEABLE = List.of(
            "replicas",
            "ordinals",
            "template",
            "updateStrategy",
            "revisionHistoryLimit",
            "persistentVolumeClaimRetentionPolicy",
            "minReadySeconds");
    private static final List<String> COUNTS = List.of(
            "replicas",
            "readyReplicas",
            "currentReplicas",
            "updatedReplicas",
            "availableReplicas",
            "observedGeneration",
            "collisionCount");

    private StatefulSetRules() {}

    static void create(Cursor set) {
        Cursor name = set.field("metadata").field("name");
        if (name.text().length() > NAME_MAX) {
            name.invalid(
                    "must be no more than " + NAME_MAX + " characters: the labels of the pods, '<name>-<revision hash>'"
                            + " and '<name>-<ordinal>', would exceed 63 characters");
        }
        Cursor spec = set.field("spec");
        if (!spec.text("serviceName").isEmpty()) {
            Formats.DNS_LABEL.check(spec.field("serviceName"));
        }
        Cursor claims = spec.field("volumeClaimTemplates");
        for (int i = 0; i < claims.size(); i++) {
            ClaimRules.spec(claims.element(i).field("spec"));
        }
    }

    static void set(Cursor set) {
        Cursor spec = set.field("spec");
        policies(spec);
        Numbers.notNegative(spec, "replicas");
        Numbers.notNegative(spec, "minReadySeconds");
        if (spec.field("ordinals").number("start") < 0) {
            Numbers.notNegative(spec.field("ordinals"), "start");
        }
        Cursor selector = spec.field("selector");
        SelectorRules.required(selector, "statefulset");
        Cursor template = spec.field("template");
        PodTemplateRules.selected(template, selector);
        PodTemplateRules.template(template, volumes(spec, template));
        PodTemplateRules.runsForever(template, "StatefulSet");
    }

    private static void policies(Cursor spec) {
        Cursor management = spec.field("podManagementPolicy");
        switch (management.text()) {
            case "" -> management.required();
            case "OrderedReady", "Parallel" -> {}
            default -> management.invalid("must be 'OrderedReady' or 'Parallel'");
        }
        updateStrategy(spec.field("updateStrategy"));
        Cursor retention = spec.field("persistentVolumeClaimRetentionPolicy");
        if (retention.present()) {
            Numbers.oneOf(retention.field("whenDeleted"), RETENTION_POLICIES);
            Numbers.oneOf(retention.field("whenScaled"), RETENTION_POLICIES);
        }
    }

    private static void updateStrategy(Cursor strategy) {
        Cursor rolling = strategy.field("rollingUpdate");
        switch (strategy.text("type")) {
            case "" -> strategy.required();
            case "OnDelete" -> {
                if (rolling.present()) {
                    rolling.invalid("only allowed for updateStrategy 'RollingUpdate'");
                }
            }
            case "RollingUpdate" -> {
                Numbers.notNegative(rolling, "partition");
                Cursor unavailable = rolling.field("maxUnavailable");
                if (unavailable.present()) {
                    Numbers.countOrPercent(unavailable);
                    if (Numbers.countOrPercentValue(unavailable) == 0) {
                        unavailable.invalid("cannot be 0");
                    }
                    Numbers.atMostHundredPercent(unavailable);
                }
            }
            default -> strategy.invalid("must be 'RollingUpdate' or 'OnDelete'");
        }
    }

    /// The volumes of the template, and those that the claims will become.
    private static Map<String, JsonNode> volumes(Cursor spec, Cursor template) {
        Map<String, JsonNode> own = VolumeRules.volumes(template.field("spec").field("volumes"));
        Cursor claims = spec.field("volumeClaimTemplates");
        if (claims.isEmpty()) {
            return own;
        }
        Map<String, JsonNode> all = new HashMap<>(own);
        for (int i = 0; i < claims.size(); i++) {
            ObjectNode volume = JsonNodeFactory.instance.objectNode();
            volume.putObject("persistentVolumeClaim");
            Cursor name = claims.element(i).field("metadata").field("name");
            all.put(name.text(), volume);
        }
        return all;
    }

    static void update(Cursor set, Cursor old) {
        FieldChanges.onlyIn(
                set.field("spec"),
                old.field("spec"),
                CHANGEABLE,
                "updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy',"
                        + " 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden");
    }

    static void status(Cursor set, Cursor old) {
        Cursor status = set.field("status");
        StatusCounts.notNegative(status, COUNTS);
        StatusCounts.withinReplicas(
                status, List.of("readyReplicas", "currentReplicas", "updatedReplicas", "availableReplicas"));
        StatusCounts.availableWithinReady(status, "cannot be greater than status.readyReplicas");
        StatusCounts.collisionsNeverFewer(status, old.field("status"));
    }
}
