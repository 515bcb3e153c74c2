package dev.archipelago.federation.status;

import dev.archipelago.controller.plan.EventNote;
import dev.archipelago.federation.kinds.Binding;
import dev.archipelago.federation.kinds.Enumeration;
import dev.archipelago.federation.kinds.Wait;
import dev.archipelago.federation.rollout.RolloutStep;
import dev.archipelago.federation.workload.InCluster;
import dev.archipelago.federation.workload.Template;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;

/// The Events of a template when the status of its binding changes: failures, lost and returned clusters with
/// their replicas, and the steps of a rollout. Only stored statuses are compared, so that nothing is reported
/// twice, also over restarts.
final class Transitions {
    static final String FAILED = "SyncFailed";
    static final String LOST = "ClusterNotReady";
    static final String RETURNED = "ClusterReady";
    static final String PROGRESSING = "RolloutProgressing";
    static final String COMPLETE = "RolloutComplete";

    private static final int CLUSTERS_MAX = 20;

    private final Template template;
    private final Binding binding;
    private final JsonNode after;
    private final List<InCluster> clusters;
    private final List<EventNote> notes = new ArrayList<>();

    private Transitions(Template template, Binding binding, JsonNode after, List<InCluster> clusters) {
        this.template = template;
        this.binding = binding;
        this.after = after;
        this.clusters = clusters;
    }

    /// @param binding before the change
    /// @param after the status that was written
    /// @param clusters the input of that status
    /// @param isMember whether a cluster is still a member; there are other events for one that has left
    static List<EventNote> between(
            Template template, Binding binding, JsonNode after, List<InCluster> clusters, Predicate<String> isMember) {
        List<InCluster> members =
                clusters.stream().filter(in -> isMember.test(in.cluster())).toList();
        Transitions transitions = new Transitions(template, binding, after, members);
        for (InCluster in : members) {
            JsonNode before = binding.statusIn(in.cluster());
            transitions.reportProblem(in, before);
            if (!before.isMissingNode()) {
                transitions.reportLoss(in, before);
                transitions.reportRollout(in, before);
            }
        }
        return List.copyOf(transitions.notes);
    }

    /// Reports a failure; an unreachable cluster is reported as lost instead.
    private void reportProblem(InCluster in, JsonNode before) {
        if (in.reachable()
                && !in.problem().isEmpty()
                && !in.problem().equals(before.path("appliedMessage").asString(""))) {
            notes.add(note(true, FAILED, in.problem()));
        }
    }

    private void reportLoss(InCluster in, JsonNode before) {
        int replicas = binding.target(in.cluster())
                .map(target -> target.replicas().orElse(0))
                .orElse(0);
        boolean was = isAway(before);
        boolean is = isAway(now(in.cluster()));
        if (replicas == 0 || was == is || template.workload().isFinished(in.status())) {
            return;
        }
        String number = replicas == 1 ? "1 replica" : replicas + " replicas";
        notes.add(
                is
                        ? note(true, LOST, "cluster " + in.cluster() + " cannot be reached: it has " + number)
                        : note(false, RETURNED, "cluster " + in.cluster() + " is back: it has " + number));
    }

    private static boolean isAway(JsonNode item) {
        Wait wait = Wait.read(item.path("waitsFor"));
        return wait.reason().equals(Wait.CLUSTER_UNREACHABLE)
                && wait.cluster().equals(item.path("clusterName").asString(""));
    }

    private void reportRollout(InCluster in, JsonNode item) {
        RolloutStep before = RolloutStep.read(item);
        RolloutStep step = RolloutStep.read(now(in.cluster()));
        String cluster = "cluster " + in.cluster();
        if (step.beginsAfter(before)) {
            notes.add(note(false, PROGRESSING, cluster + " begins with " + named(step)));
        }
        if (step.endsAfter(before)) {
            List<String> missing = missing();
            notes.add(
                    missing.isEmpty()
                            ? note(false, COMPLETE, "all clusters have " + named(step))
                            : note(
                                    false,
                                    PROGRESSING,
                                    cluster + " has all of " + named(step) + "; still to come: "
                                            + Enumeration.of(missing, CLUSTERS_MAX)));
        }
    }

    /// A revision by its number, or by the hash of its pods where there is no number.
    private String named(RolloutStep step) {
        return "revision "
                + binding.rollout().clusters().stream()
                        .filter(told -> told.template().equals(step.revision())
                                && !told.revision().isNone())
                        .map(told -> Long.toString(told.revision().number()))
                        .findFirst()
                        .orElse(step.revision());
    }

    /// The clusters that are not updated.
    private List<String> missing() {
        return clusters.stream()
                .filter(in -> binding.target(in.cluster()).isPresent())
                .filter(in ->
                        !in.current() || RolloutStep.read(now(in.cluster())).updating())
                .map(InCluster::cluster)
                .toList();
    }

    private JsonNode now(String cluster) {
        for (JsonNode item : after.path("aggregatedStatus")) {
            if (item.path("clusterName").asString("").equals(cluster)) {
                return item;
            }
        }
        return InCluster.NOTHING;
    }

    private EventNote note(boolean warning, String reason, String text) {
        return new EventNote(template.kind(), template.object(), warning, reason, text);
    }
}
