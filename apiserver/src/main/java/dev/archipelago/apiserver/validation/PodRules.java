package dev.archipelago.apiserver.validation;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Pods: what may be created, and the little that may change later.
final class PodRules {
    private static final String OTHER_CHANGE = "pod updates may not change fields other than"
            + " `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,"
            + "`spec.tolerations` (only additions to existing tolerations),"
            + "`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)";

    private PodRules() {}

    static void pod(Cursor pod) {
        Cursor spec = pod.field("spec");
        PodSpecRules.podSpec(spec, true);
        ContainerRules.onlyForPod(spec.field("containers"));
        ContainerRules.onlyForPod(spec.field("initContainers"));
    }

    static void create(Cursor pod) {
        Cursor spec = pod.field("spec");
        if (!spec.isEmpty("ephemeralContainers")) {
            spec.field("ephemeralContainers").forbidden("cannot be set on create");
        }
        if (!spec.text("nodeName").isEmpty() && !spec.isEmpty("schedulingGates")) {
            spec.field("nodeName").forbidden("cannot be set until all schedulingGates have been cleared");
        }
    }

    static void update(Cursor pod, Cursor oldPod) {
        Cursor spec = pod.field("spec");
        Cursor old = oldPod.field("spec");
        if (!sameNumber(spec, old, "containers") || !sameNumber(spec, old, "initContainers")) {
            return;
        }
        if (!deadline(spec.field("activeDeadlineSeconds"), old.field("activeDeadlineSeconds"))) {
            return;
        }
        onlyAddedTolerations(spec.field("tolerations"), old.field("tolerations"));
        onlyRemovedGates(spec.field("schedulingGates"), old.field("schedulingGates"));
        if (!SameValue.of(spec.node(), old.node()) && !SameValue.of(withChangeable(spec, old), old.node())) {
            spec.forbidden(OTHER_CHANGE);
        }
    }

    private static boolean sameNumber(Cursor spec, Cursor old, String field) {
        boolean same = spec.field(field).size() == old.field(field).size();
        if (!same) {
            spec.field(field).forbidden("pod updates may not add or remove containers");
        }
        return same;
    }

    /// A deadline may be set, and may come nearer.
    private static boolean deadline(Cursor deadline, Cursor old) {
        if (!deadline.present()) {
            if (old.present()) {
                deadline.invalidNull("must not update from a positive integer to nil value");
            }
            return true;
        }
        if (deadline.number() < 0 || deadline.number() > Integer.MAX_VALUE) {
            deadline.invalid("must be between 0 and 2147483647, inclusive");
            return false;
        }
        if (old.present() && old.number() < deadline.number()) {
            deadline.invalid("must be less than or equal to previous value");
            return false;
        }
        return true;
    }

    private static void onlyAddedTolerations(Cursor tolerations, Cursor old) {
        for (JsonNode before : old.items()) {
            boolean found = false;
            for (JsonNode after : tolerations.items()) {
                found |= SameValue.of(withoutSeconds(before), withoutSeconds(after));
            }
            if (!found) {
                tolerations.forbidden("existing toleration can not be modified except its tolerationSeconds");
                return;
            }
        }
    }

    private static JsonNode withoutSeconds(JsonNode toleration) {
        if (!toleration.has("tolerationSeconds")) {
            return toleration;
        }
        ObjectNode copy = toleration.deepCopy().asObject();
        copy.remove("tolerationSeconds");
        return copy;
    }

    private static void onlyRemovedGates(Cursor gates, Cursor old) {
        Set<String> known = new HashSet<>(0);
        for (JsonNode gate : old.items()) {
            known.add(gate.path("name").asString(""));
        }
        for (int i = 0; i < gates.size(); i++) {
            Cursor name = gates.element(i).field("name");
            if (!known.contains(name.text())) {
                name.forbidden("only deletion is allowed, but found new scheduling gate '" + name.text() + "'");
            }
        }
    }

    /// The new specification with the old values of all that may change.
    private static ObjectNode withChangeable(Cursor spec, Cursor old) {
        JsonNode node = spec.node();
        ObjectNode copy = node == null
                ? JsonNodeFactory.instance.objectNode()
                : node.deepCopy().asObject();
        for (String list : List.of("containers", "initContainers")) {
            for (int i = 0; i < spec.field(list).size(); i++) {
                put((ObjectNode) copy.get(list).get(i), "image", old.field(list).element(i));
            }
        }
        for (String field : List.of("activeDeadlineSeconds", "tolerations", "schedulingGates")) {
            put(copy, field, old);
        }
        if (old.number("terminationGracePeriodSeconds") < 0 && spec.number("terminationGracePeriodSeconds") == 1) {
            put(copy, "terminationGracePeriodSeconds", old);
        }
        if (!old.isEmpty("schedulingGates")) {
            gated(copy, spec, old);
        }
        return copy;
    }

    private static void put(ObjectNode object, String field, Cursor from) {
        JsonNode value = from.member(field);
        if (value == null) {
            object.remove(field);
        } else {
            object.set(field, value);
        }
    }

    /// Whoever holds a pod back may still narrow down where it will go.
    private static void gated(ObjectNode copy, Cursor spec, Cursor old) {
        Cursor selector = spec.field("nodeSelector");
        for (var entry : old.field("nodeSelector").entries()) {
            if (!entry.getValue().equals(selector.member(entry.getKey()))) {
                selector.invalid("only additions to spec.nodeSelector are allowed (no mutations or deletions)");
                break;
            }
        }
        put(copy, "nodeSelector", old);
    }
}
