package dev.archipelago.apiserver.defaults;

import static dev.archipelago.apiserver.defaults.DefaultMembers.elements;
import static dev.archipelago.apiserver.defaults.DefaultMembers.object;
import static dev.archipelago.apiserver.defaults.DefaultMembers.setIfAbsent;
import static dev.archipelago.apiserver.defaults.DefaultMembers.text;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Defaults of the kinds that run pods.
final class WorkloadDefaults {
    private WorkloadDefaults() {}

    static void deploymentStrategy(ObjectNode strategy) {
        if (text(strategy, "type").equals("RollingUpdate")) {
            ObjectNode rolling = DefaultMembers.childOf(strategy, "rollingUpdate");
            setIfAbsent(rolling, "maxUnavailable", "25%");
            setIfAbsent(rolling, "maxSurge", "25%");
        }
    }

    static void daemonSetStrategy(ObjectNode strategy) {
        if (text(strategy, "type").equals("RollingUpdate")) {
            ObjectNode rolling = DefaultMembers.childOf(strategy, "rollingUpdate");
            setIfAbsent(rolling, "maxUnavailable", 1);
            setIfAbsent(rolling, "maxSurge", 0);
        }
    }

    static void statefulSetSpec(ObjectNode spec) {
        for (JsonNode claim : elements(spec, "volumeClaimTemplates")) {
            if (claim instanceof ObjectNode template) {
                setIfAbsent(template, "apiVersion", "v1");
                setIfAbsent(template, "kind", "PersistentVolumeClaim");
            }
        }
    }

    static void statefulSetStrategy(ObjectNode strategy) {
        if (text(strategy, "type").isEmpty()) {
            strategy.put("type", "RollingUpdate");
            DefaultMembers.childOf(strategy, "rollingUpdate");
        }
        ObjectNode rolling = object(strategy, "rollingUpdate");
        if (rolling != null && text(strategy, "type").equals("RollingUpdate")) {
            setIfAbsent(rolling, "partition", 0);
        }
    }

    static void job(ObjectNode job) {
        ObjectNode spec = object(job, "spec");
        if (spec == null) {
            return;
        }
        if (!spec.has("completions") && !spec.has("parallelism")) {
            spec.put("completions", 1);
        }
        setIfAbsent(spec, "parallelism", 1);
        setIfAbsent(spec, "backoffLimit", spec.has("backoffLimitPerIndex") ? Integer.MAX_VALUE : 6);
        setIfAbsent(spec, "completionMode", "NonIndexed");
        setIfAbsent(spec, "suspend", false);
        setIfAbsent(spec, "podReplacementPolicy", spec.has("podFailurePolicy") ? "Failed" : "TerminatingOrFailed");
        setIfAbsent(spec, "manualSelector", false);
        labelAsTemplate(job, templateLabels(spec));
    }

    static void replicationController(ObjectNode controller) {
        ObjectNode spec = object(controller, "spec");
        ObjectNode labels = templateLabels(spec);
        if (spec != null && labels != null) {
            if (DefaultMembers.isEmpty(spec, "selector")) {
                spec.set("selector", labels.deepCopy());
            }
            labelAsTemplate(controller, labels);
        }
    }

    /// The first version of the apps group took selector and labels from the template.
    static void firstDeployment(ObjectNode deployment) {
        ObjectNode spec = object(deployment, "spec");
        if (spec != null) {
            setIfAbsent(spec, "revisionHistoryLimit", 2);
            selectTemplate(deployment, spec);
        }
    }

    static void firstStatefulSet(ObjectNode set) {
        ObjectNode spec = object(set, "spec");
        if (spec != null) {
            ObjectNode strategy = DefaultMembers.childOf(spec, "updateStrategy");
            if (text(strategy, "type").isEmpty()) {
                strategy.put("type", "OnDelete");
            }
            selectTemplate(set, spec);
        }
    }

    private static void selectTemplate(ObjectNode object, ObjectNode spec) {
        ObjectNode labels = templateLabels(spec);
        if (labels != null) {
            if (!spec.has("selector")) {
                spec.putObject("selector").set("matchLabels", labels.deepCopy());
            }
            labelAsTemplate(object, labels);
        }
    }

    private static @Nullable ObjectNode templateLabels(@Nullable ObjectNode spec) {
        return object(object(object(spec, "template"), "metadata"), "labels");
    }

    private static void labelAsTemplate(ObjectNode object, @Nullable ObjectNode labels) {
        ObjectNode metadata = DefaultMembers.childOf(object, "metadata");
        if (labels != null && DefaultMembers.isEmpty(metadata, "labels")) {
            metadata.set("labels", labels.deepCopy());
        }
    }
}
