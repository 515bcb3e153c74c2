package dev.archipelago.apiserver.defaults;

import static dev.archipelago.apiserver.defaults.DefaultMembers.flag;
import static dev.archipelago.apiserver.defaults.DefaultMembers.object;
import static dev.archipelago.apiserver.defaults.DefaultMembers.setIfAbsent;
import static dev.archipelago.apiserver.defaults.DefaultMembers.text;

import tools.jackson.databind.node.ObjectNode;

/// A job's pods are told from all others by the job's uid, unless the user asked to select them himself.
final class JobPreparation {
    private JobPreparation() {}

    static void create(ObjectNode job) {
        ObjectNode spec = object(job, "spec");
        if (spec == null || flag(spec, "manualSelector")) {
            return;
        }
        ObjectNode metadata = object(job, "metadata");
        String name = text(metadata, "name");
        String uid = text(metadata, "uid");
        ObjectNode labels = DefaultMembers.childOf(
                DefaultMembers.childOf(DefaultMembers.childOf(spec, "template"), "metadata"), "labels");
        setIfAbsent(labels, "job-name", name);
        setIfAbsent(labels, "batch.kubernetes.io/job-name", name);
        setIfAbsent(labels, "controller-uid", uid);
        setIfAbsent(labels, "batch.kubernetes.io/controller-uid", uid);
        if (metadata != null && !metadata.has("labels")) {
            metadata.set("labels", labels.deepCopy());
        }
        ObjectNode selected = DefaultMembers.childOf(DefaultMembers.childOf(spec, "selector"), "matchLabels");
        setIfAbsent(selected, "batch.kubernetes.io/controller-uid", uid);
    }
}
