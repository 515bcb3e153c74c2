package dev.archipelago.federation.workload;

import dev.archipelago.cluster.kinds.Conditions;
import dev.archipelago.federation.kinds.Names;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// A Job. It has failed when it has in one cluster, and is complete when it is in all. Its results count also while the
/// cluster is unreachable.
final class JobWorkload extends Workload {
    private static final List<String> GENERATED_LABELS =
            List.of("controller-uid", "job-name", "batch.kubernetes.io/controller-uid", "batch.kubernetes.io/job-name");

    private static final String COMPLETE = "Complete";
    private static final String FAILED = "Failed";
    private static final String SUSPENDED = "Suspended";

    @Override
    public Propagation propagation() {
        return Propagation.BY_DEFAULT;
    }

    @Override
    public Optional<String> replicasField() {
        return Optional.of("parallelism");
    }

    @Override
    public Optional<String> preferencesAnnotation() {
        return Optional.of(Names.JOB_PREFERENCES);
    }

    @Override
    public OptionalInt completions(JsonNode object) {
        JsonNode completions = object.path("spec").path("completions");
        return completions.isNumber() ? OptionalInt.of(completions.asInt()) : OptionalInt.empty();
    }

    @Override
    public Optional<Indivisible> indivisible(JsonNode object) {
        boolean indexed =
                object.path("spec").path("completionMode").asString("").equals("Indexed");
        return indexed && completions(object).isPresent()
                ? Optional.of(
                        new Indivisible("spec.completionMode", "the indexes of a Job cannot be divided over clusters"))
                : Optional.empty();
    }

    @Override
    protected String podSpecPointer() {
        return "/spec/template/spec";
    }

    @Override
    public void removeAssigned(ObjectNode object) {
        if (!(object.get("spec") instanceof ObjectNode spec)) {
            return;
        }
        // A Job that a cluster deletes when it is finished would be created again there and run again.
        spec.remove("ttlSecondsAfterFinished");
        if (spec.path("manualSelector").asBoolean(false)) {
            return;
        }
        spec.remove("selector");
        if (spec.path("template").path("metadata").get("labels") instanceof ObjectNode labels) {
            labels.remove(GENERATED_LABELS);
        }
    }

    @Override
    public boolean isAtRest(InCluster in) {
        return in.object().isPresent() && (in.spec().path("suspend").asBoolean(false) || isFinished(in.status()));
    }

    @Override
    protected List<String> statusFields() {
        return List.of(
                "active", "ready", "terminating", "succeeded", "failed", "startTime", "completionTime", "conditions");
    }

    @Override
    public boolean isHealthy(JsonNode object) {
        return !Conditions.isTrue(object.path("status"), FAILED);
    }

    @Override
    public boolean isFinished(JsonNode status) {
        return Conditions.isTrue(status, COMPLETE) || Conditions.isTrue(status, FAILED);
    }

    @Override
    public boolean sum(Sum sum) {
        if (isFinished(sum.status())) {
            // A finished Job stays finished.
            return true;
        }
        for (String field : List.of("active", "ready", "terminating")) {
            sum.status().put(field, sum.of(field));
        }
        for (String field : List.of("succeeded", "failed")) {
            int done = Sum.total(sum.clusters().stream()
                    .mapToLong(in -> in.status().path(field).asInt(0)));
            sum.status().put(field, done);
        }
        sum.clusters().stream()
                .map(in -> in.status().path("startTime").asString(""))
                .filter(time -> !time.isEmpty())
                .min(String::compareTo)
                .ifPresent(time -> sum.status().put("startTime", time));
        List<InCluster> clusters = sum.clusters();
        boolean suspended =
                !clusters.isEmpty() && clusters.stream().allMatch(in -> Conditions.isTrue(in.status(), SUSPENDED));
        if (suspended) {
            sum.set(SUSPENDED, true, "JobSuspended", "Job suspended");
        } else if (!Conditions.find(sum.status(), SUSPENDED).isMissingNode()) {
            sum.set(SUSPENDED, false, "JobResumed", "Job resumed");
        }
        boolean complete =
                !clusters.isEmpty() && clusters.stream().allMatch(in -> Conditions.isTrue(in.status(), COMPLETE));
        String done = sum.status().path("succeeded").asInt(0) + " pods have succeeded";
        sum.complete(complete, done);
        finish(sum, complete);
        return true;
    }

    private void finish(Sum sum, boolean complete) {
        List<InCluster> failed = sum.clusters().stream()
                .filter(in -> Conditions.isTrue(in.status(), FAILED))
                .toList();
        boolean over = sum.clusters().stream().allMatch(in -> isFinished(in.status()));
        if (!failed.isEmpty() && over) {
            String where = failed.stream().map(InCluster::cluster).collect(Collectors.joining(", "));
            String message = "Job failed in " + where + ": "
                    + Conditions.find(failed.getFirst().status(), FAILED)
                            .path("message")
                            .asString("");
            sum.set("FailureTarget", true, "JobFailed", message);
            sum.set(FAILED, true, "JobFailed", message);
        } else if (complete) {
            String message = "Job completed in all clusters";
            sum.set("SuccessCriteriaMet", true, "CompletionsReached", message);
            sum.set(COMPLETE, true, "CompletionsReached", message);
            sum.latest("completionTime");
        }
    }
}
