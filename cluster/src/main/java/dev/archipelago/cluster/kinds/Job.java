package dev.archipelago.cluster.kinds;

import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.api.objects.Stored;
import dev.archipelago.api.objects.Texts;
import dev.archipelago.api.selector.LabelSelector;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// A Job.
public final class Job extends ApiObject {
    public static final Kind<Job> KIND = Kind.namespaced("batch/v1", "Job", "jobs", Job::new);

    /// Some decades; longer times would overflow.
    private static final long SECONDS_MAX = Integer.MAX_VALUE;

    private final JsonNode spec;
    private final JsonNode status;
    private final LabelSelector selector;

    private Job(Stored stored, JsonNode tree) {
        super(stored, tree);
        spec = tree.path("spec");
        status = tree.path("status");
        selector = LabelSelector.of(spec.get("selector"));
    }

    public LabelSelector selector() {
        return selector;
    }

    /// Read only.
    public ObjectNode template() {
        return (ObjectNode) spec.get("template");
    }

    public int parallelism() {
        return spec.path("parallelism").asInt(1);
    }

    /// How many pods must succeed; empty for a work queue, which is done when one pod has succeeded.
    public Optional<Integer> completions() {
        JsonNode given = spec.path("completions");
        return given.isNumber() ? Optional.of(given.asInt()) : Optional.empty();
    }

    public int backoffLimit() {
        return spec.path("backoffLimit").asInt(6);
    }

    public boolean isSuspended() {
        return spec.path("suspend").asBoolean(false);
    }

    /// Whether it is Indexed or managed by another controller.
    public boolean isSpecial() {
        String manager = spec.path("managedBy").asString("");
        return spec.path("completionMode").asString("").equals("Indexed")
                || !(manager.isEmpty() || manager.equals("kubernetes.io/job-controller"));
    }

    /// Whether failed containers are restarted in their pod.
    public boolean restartsContainers() {
        return spec.path("template")
                .path("spec")
                .path("restartPolicy")
                .asString("")
                .equals("OnFailure");
    }

    public Optional<Duration> activeDeadline() {
        return seconds("activeDeadlineSeconds");
    }

    /// How long it is kept after it has finished; empty for ever.
    public Optional<Duration> lifeAfterEnd() {
        return seconds("ttlSecondsAfterFinished");
    }

    private Optional<Duration> seconds(String field) {
        JsonNode given = spec.path(field);
        return given.isNumber()
                ? Optional.of(Duration.ofSeconds(Math.min(given.asLong(), SECONDS_MAX)))
                : Optional.empty();
    }

    /// Read only.
    public JsonNode status() {
        return status;
    }

    public Optional<Instant> started() {
        return Texts.time(status.path("startTime"));
    }

    /// When it finished, in success or failure.
    public Optional<Instant> ended() {
        for (String end : new String[] {"Complete", "Failed"}) {
            if (Conditions.isTrue(status, end)) {
                return Texts.time(Conditions.find(status, end).path("lastTransitionTime"));
            }
        }
        return Optional.empty();
    }
}
