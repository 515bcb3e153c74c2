package dev.archipelago.apiserver.validation;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// The small kinds: namespaces, nodes, leases, events, priority classes, revisions, templates.
final class ClusterRules {
    private static final List<String> PREEMPTION = List.of("PreemptLowerPriority", "Never");
    private static final Set<String> PLAIN_FINALIZERS = Set.of("kubernetes", "orphan", "foregroundDeletion");
    private static final long USER_PRIORITY_MAX = 1_000_000_000;
    private static final List<String> EVENT_FIELDS = List.of(
            "involvedObject",
            "regarding",
            "reason",
            "message",
            "note",
            "source",
            "action",
            "related",
            "reportingController",
            "reportingInstance",
            "type");

    private ClusterRules() {}

    static void namespace(Cursor namespace) {
        Cursor finalizers = namespace.field("spec").field("finalizers");
        for (int i = 0; i < finalizers.size(); i++) {
            String name = finalizers.element(i).text();
            Formats.QUALIFIED_NAME.check(finalizers, name);
            if (name.indexOf('/') < 0 && !PLAIN_FINALIZERS.contains(name)) {
                finalizers.invalid(name, "name is neither a standard finalizer name nor is it fully qualified");
            }
        }
    }

    static void namespaceStatus(Cursor namespace, Cursor old) {
        boolean deleted = namespace.field("metadata").has("deletionTimestamp");
        Cursor status = namespace.field("status");
        Cursor phase = status.at("Phase", status.member("phase"));
        if (!deleted && !phase.text().equals("Active")) {
            phase.invalid("may only be 'Active' if `deletionTimestamp` is empty");
        } else if (deleted && !phase.text().equals("Terminating")) {
            phase.invalid("may only be 'Terminating' if `deletionTimestamp` is not empty");
        }
    }

    static void node(Cursor node) {
        Cursor spec = node.field("spec");
        Cursor taints = spec.field("taints");
        Set<String> seen = new HashSet<>(0);
        for (int i = 0; i < taints.size(); i++) {
            Cursor taint = taints.element(i);
            Formats.QUALIFIED_NAME.check(taint.field("key"));
            Formats.LABEL_VALUE.check(taint.field("value"));
            Numbers.requireOneOf(taint.field("effect"), SchedulingRules.TAINT_EFFECTS);
            if (!seen.add(taint.text("key") + " " + taint.text("effect"))) {
                taint.duplicate();
            }
        }
        Cursor cidrs = spec.field("podCIDRs");
        for (int i = 0; i < cidrs.size(); i++) {
            Addresses.cidr(cidrs.element(i), cidrs.element(i).text());
        }
    }

    static void updateNode(Cursor node, Cursor old) {
        Cursor spec = node.field("spec");
        Cursor before = old.field("spec");
        if (!before.isEmpty("podCIDRs") && !SameValue.of(spec.member("podCIDRs"), before.member("podCIDRs"))) {
            spec.field("podCIDRs").forbidden("node updates may not change podCIDR except from \"\" to valid");
        }
        String provider = before.text("providerID");
        if (!provider.isEmpty() && !provider.equals(spec.text("providerID"))) {
            spec.field("providerID").forbidden("node updates may not change providerID except from \"\" to valid");
        }
    }

    static void lease(Cursor lease) {
        Cursor spec = lease.field("spec");
        Cursor duration = spec.field("leaseDurationSeconds");
        if (duration.present() && duration.number() <= 0) {
            duration.invalid("must be greater than 0");
        }
        Numbers.notNegative(spec, "leaseTransitions");
        if (!spec.text("preferredHolder").isEmpty() && spec.text("strategy").isEmpty()) {
            spec.field("preferredHolder").forbidden("may only be specified if `strategy` is defined");
        }
    }

    static void priorityClass(Cursor priority) {
        String name = priority.field("metadata").text("name");
        boolean system = name.equals("system-cluster-critical") || name.equals("system-node-critical");
        if (name.startsWith("system-") && !system) {
            priority.field("metadata")
                    .field("name")
                    .forbidden("priority class names with 'system-' prefix are reserved for system use only. error: "
                            + name + " is not a known system priority class");
        } else if (!system && priority.number("value") > USER_PRIORITY_MAX) {
            priority.field("value")
                    .forbidden("maximum allowed value of a user defined priority is " + USER_PRIORITY_MAX);
        }
        if (priority.has("preemptionPolicy")) {
            Numbers.requireOneOf(priority.field("preemptionPolicy"), PREEMPTION);
        }
    }

    static void updatePriorityClass(Cursor priority, Cursor old) {
        if (priority.number("value") != old.number("value")) {
            priority.field("value").forbidden("may not be changed in an update.");
        }
        FieldChanges.immutable(priority, old, "preemptionPolicy");
    }

    static void event(Cursor event) {
        String namespace = event.field("metadata").text("namespace");
        Cursor object = event.field(event.has("regarding") ? "regarding" : "involvedObject");
        String about = object.text("namespace");
        boolean matches = about.isEmpty()
                ? namespace.equals("default") || namespace.equals("kube-system")
                : about.equals(namespace);
        if (!matches) {
            event.at("involvedObject", object.node()).field("namespace").invalid("does not match event.namespace");
        }
    }

    /// Events of the new API do not change, except that they recur.
    static void updateNewEvent(Cursor event, Cursor old) {
        for (String field : EVENT_FIELDS) {
            FieldChanges.immutable(event, old, field);
        }
    }

    static void revision(Cursor revision) {
        Numbers.notNegative(revision, "revision");
    }

    static void createRevision(Cursor revision) {
        if (!revision.has("data")) {
            revision.field("data").required("data is mandatory");
        }
    }

    static void updateRevision(Cursor revision, Cursor old) {
        FieldChanges.immutable(revision, old, "data");
    }

    static void podTemplate(Cursor podTemplate) {
        PodTemplateRules.template(podTemplate.field("template"));
    }
}
