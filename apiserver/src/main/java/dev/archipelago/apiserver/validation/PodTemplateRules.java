package dev.archipelago.apiserver.validation;

import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// Templates of pods, as the kinds that make pods contain them.
final class PodTemplateRules {
    private static final List<String> ALWAYS = List.of("Always");

    private PodTemplateRules() {}

    static void template(Cursor template) {
        template(template, VolumeRules.volumes(template.field("spec").field("volumes")));
    }

    static void template(Cursor template, Map<String, JsonNode> volumes) {
        Cursor metadata = template.field("metadata");
        // Kubernetes leaves out `metadata` in these two paths.
        LabelRules.labels(template.at("labels", metadata.member("labels")));
        LabelRules.annotations(template.at("annotations", metadata.member("annotations")));
        PodSpecRules.podSpec(template.field("spec"), false, volumes);
        Cursor ephemeral = template.field("spec").field("ephemeralContainers");
        if (!ephemeral.isEmpty()) {
            ephemeral.forbidden("ephemeral containers not allowed in pod template");
        }
    }

    /// Complains if the pods of a template would not be found by the selector of their owner.
    static void selected(Cursor template, Cursor selector) {
        Cursor labels = template.field("metadata").field("labels");
        if (!LabelRules.selectsNothing(selector) && !LabelRules.matches(selector, labels)) {
            labels.invalid("`selector` does not match template `labels`");
        }
    }

    /// Pods that are to run for ever can neither end nor have an end set.
    static void runsForever(Cursor template, String kind) {
        Cursor spec = template.field("spec");
        if (!spec.is("restartPolicy", "Always")) {
            spec.field("restartPolicy").notSupported(ALWAYS);
        }
        if (spec.has("activeDeadlineSeconds")) {
            spec.field("activeDeadlineSeconds").forbidden("activeDeadlineSeconds in " + kind + " is not Supported");
        }
    }
}
