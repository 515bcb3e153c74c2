package dev.archipelago.apiserver.defaults;

import static dev.archipelago.apiserver.defaults.DefaultMembers.object;
import static dev.archipelago.apiserver.defaults.DefaultMembers.text;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// A daemon set counts the versions of its template in an annotation.
final class DaemonSetPreparation {
    private static final String GENERATION = "deprecated.daemonset.template.generation";

    private DaemonSetPreparation() {}

    static void create(ObjectNode daemonSet) {
        annotate(daemonSet, "1");
    }

    static void update(ObjectNode old, ObjectNode updated) {
        String generation = text(object(object(old, "metadata"), "annotations"), GENERATION);
        boolean changed = !Objects.equals(template(old), template(updated));
        annotate(updated, changed ? next(generation) : generation.isEmpty() ? "1" : generation);
    }

    private static String next(String generation) {
        try {
            return String.valueOf(Long.parseLong(generation) + 1);
        } catch (NumberFormatException e) {
            return "1";
        }
    }

    private static @Nullable JsonNode template(ObjectNode daemonSet) {
        ObjectNode spec = object(daemonSet, "spec");
        return spec == null ? null : spec.get("template");
    }

    private static void annotate(ObjectNode daemonSet, String generation) {
        DefaultMembers.childOf(DefaultMembers.childOf(daemonSet, "metadata"), "annotations")
                .put(GENERATION, generation);
    }
}
