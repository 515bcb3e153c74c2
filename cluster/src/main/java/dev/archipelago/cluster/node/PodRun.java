package dev.archipelago.cluster.node;

import dev.archipelago.api.objects.Texts;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// The containers of a pod, from their last reported status to the next one. Init containers run one after the
/// other, then the others start together. Used by one planner, for one plan.
final class PodRun {
    private final PodState observed;
    private final JsonNode spec;
    private final JsonNode status;
    private final String restartPolicy;
    private final List<ContainerRun> initial = new ArrayList<>();
    private final List<ContainerRun> main = new ArrayList<>();
    private boolean initialized = true;
    private boolean failedToInitialize;

    PodRun(PodState observed, JsonNode spec, JsonNode status) {
        this.observed = observed;
        this.spec = spec;
        this.status = status;
        this.restartPolicy = spec.path("restartPolicy").asString("Always");
    }

    /// Advances the containers to the current time.
    ///
    /// @param since when the pod could first start on the node
    PodRun advance(Instant since) {
        JsonNode condition = PodConditions.find(status, "Initialized");
        boolean before = condition.path("status").asString("").equals("True");
        Instant from = initialize(since, before);
        if (before) {
            from = Texts.time(condition.path("lastTransitionTime")).orElse(from);
        }
        for (JsonNode container : spec.path("containers")) {
            ContainerRun run =
                    new ContainerRun(observed, container, known("containerStatuses", container), false, restartPolicy);
            main.add(initialized ? run.advance(from) : run.keepWaiting("PodInitializing"));
        }
        return this;
    }

    private Instant initialize(Instant since, boolean before) {
        Instant from = since;
        for (JsonNode container : spec.path("initContainers")) {
            boolean stays = container.path("restartPolicy").asString("").equals("Always");
            ContainerRun run = new ContainerRun(
                    observed,
                    container,
                    known("initContainerStatuses", container),
                    !stays,
                    stays ? "Always" : restartPolicy);
            initial.add(run);
            if (before && !stays) {
                run.keepCompleted();
            } else if (initialized) {
                run.advance(from);
                initialized = stays ? run.isRunning() : run.hasSucceeded();
                failedToInitialize = !initialized && run.isOver();
                from = stays || !initialized ? from : run.finished();
            } else {
                run.keepWaiting("PodInitializing");
            }
        }
        initialized |= before;
        return from;
    }

    /// Leaves all containers waiting, as the pod may not start yet.
    PodRun keepWaiting() {
        initialized = spec.path("initContainers").isEmpty();
        spec.path("initContainers").forEach(container -> initial.add(waiting("initContainerStatuses", container)));
        spec.path("containers").forEach(container -> main.add(waiting("containerStatuses", container)));
        return this;
    }

    private ContainerRun waiting(String list, JsonNode container) {
        String reason = spec.path("initContainers").isEmpty() ? "ContainerCreating" : "PodInitializing";
        return new ContainerRun(observed, container, known(list, container), false, restartPolicy).keepWaiting(reason);
    }

    /// Records that all containers were stopped.
    PodRun stop(Instant at) {
        initialized = PodConditions.isTrue(status, "Initialized");
        for (JsonNode container : spec.path("initContainers")) {
            initial.add(new ContainerRun(observed, container, known("initContainerStatuses", container), true, "Never")
                    .stop(at));
        }
        for (JsonNode container : spec.path("containers")) {
            main.add(new ContainerRun(observed, container, known("containerStatuses", container), false, "Never")
                    .stop(at));
        }
        return this;
    }

    private JsonNode known(String list, JsonNode container) {
        String name = container.path("name").asString("");
        for (JsonNode known : status.path(list)) {
            if (known.path("name").asString("").equals(name)) {
                return known;
            }
        }
        return status.path(list).path(name);
    }

    List<ContainerRun> all() {
        List<ContainerRun> all = new ArrayList<>(initial);
        all.addAll(main);
        return all;
    }

    List<ContainerRun> initial() {
        return initial;
    }

    List<ContainerRun> main() {
        return main;
    }

    boolean isInitialized() {
        return initialized;
    }

    /// The phase of the pod.
    String phase() {
        if (failedToInitialize) {
            return "Failed";
        }
        if (!initialized || main.stream().anyMatch(ContainerRun::isNew)) {
            return "Pending";
        }
        if (!main.stream().allMatch(ContainerRun::isOver)) {
            return "Running";
        }
        return main.stream().allMatch(ContainerRun::hasSucceeded) ? "Succeeded" : "Failed";
    }

    void write(ObjectNode target, boolean serving) {
        if (!initial.isEmpty()) {
            write(target.putArray("initContainerStatuses"), initial, serving);
        }
        write(target.putArray("containerStatuses"), main, serving);
    }

    private static void write(ArrayNode list, List<ContainerRun> runs, boolean serving) {
        runs.forEach(run -> list.add(run.json(serving)));
    }
}
