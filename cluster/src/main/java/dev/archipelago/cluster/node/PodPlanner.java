package dev.archipelago.cluster.node;

import dev.archipelago.api.cluster.DeleteOptions;
import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Meta;
import dev.archipelago.api.objects.Texts;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.controller.plan.Action;
import dev.archipelago.controller.plan.Plan;
import java.time.Instant;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Plans what the node agent does about one pod.
///
/// It keeps no state beside the pod's status: containers that ran keep running, and each deadline follows from a
/// time in the status. These times are whole seconds, so a delay of a fraction of a second may take less.
final class PodPlanner {
    private final PodState observed;
    private final Pod pod;
    private final Instant now;
    private final ObjectNode tree;
    private final JsonNode spec;
    private final JsonNode before;
    private final ObjectNode status;

    private PodPlanner(PodState observed) {
        this.observed = observed;
        this.pod = observed.pod();
        this.now = observed.now();
        this.tree = pod.tree();
        this.spec = tree.path("spec");
        this.before = tree.path("status");
        this.status = before instanceof ObjectNode object ? object.deepCopy() : Json.object();
    }

    static Plan plan(PodState observed) {
        if (observed.pod().isDeleting()) {
            return new PodPlanner(observed).terminate();
        }
        return observed.pod().isOver() ? Plan.NOTHING : new PodPlanner(observed).advance();
    }

    private Plan advance() {
        Optional<Instant> known = Texts.time(before.path("startTime"));
        if (known.isEmpty() && observed.portsTaken()) {
            return reject();
        }
        Instant start = known.orElse(now);
        Optional<Instant> deadline = deadline(start);
        if (deadline.isPresent() && !deadline.get().isAfter(now)) {
            return expire();
        }
        PodRun run = new PodRun(observed, spec, before);
        boolean started = hasAddress() || (observed.missingClaim().isEmpty() && assignAddress());
        // Time spent waiting for volumes does not count as waiting time of the containers.
        Instant since = hasAddress() ? start : now;
        run = started ? run.advance(since) : run.keepWaiting();
        status.put("startTime", Meta.time(start));
        status.put("phase", run.phase());
        if (!observed.node().address().isEmpty()) {
            status.put("hostIP", observed.node().address());
            status.putArray("hostIPs").addObject().put("ip", observed.node().address());
        }
        run.write(status, true);
        PodConditions.write(status, spec, run, true, now);
        Plan.Builder plan = Plan.builder();
        write(plan);
        for (ContainerRun container : run.all()) {
            container.notes().forEach(plan::say);
            container.starts().forEach(effect -> plan.perform(new Action.Perform(effect)));
            if (container.next().isBefore(Instant.MAX)) {
                plan.lookAgain(container.next());
            }
        }
        deadline.ifPresent(plan::lookAgain);
        return plan.build();
    }

    private boolean hasAddress() {
        return before.hasNonNull("podIP");
    }

    /// Assigns the address of the pod. Returns false when none is free.
    private boolean assignAddress() {
        boolean shared = spec.path("hostNetwork").asBoolean(false);
        String address = shared ? observed.node().address() : observed.address().get();
        if (address.isEmpty()) {
            return false;
        }
        status.put("podIP", address);
        status.putArray("podIPs").addObject().put("ip", address);
        return true;
    }

    private void write(Plan.Builder plan) {
        if (!status.equals(before)) {
            tree.set("status", status);
            plan.updateStatus(Pod.KIND, tree);
        }
    }

    private Plan reject() {
        String message = "Pod was rejected: Predicate NodePorts failed: "
                + "node(s) didn't have free ports for the requested pod ports";
        status.put("phase", "Failed").put("reason", "NodePorts").put("message", message);
        status.put("startTime", Meta.time(now));
        Plan.Builder plan = Plan.builder();
        write(plan);
        return plan.say(new ContainerEvents(pod).rejected("NodePorts", message)).build();
    }

    private Optional<Instant> deadline(Instant start) {
        long seconds = spec.path("activeDeadlineSeconds").asLong(0);
        return seconds > 0 ? Optional.of(start.plusSeconds(seconds)) : Optional.empty();
    }

    private Plan expire() {
        PodRun run = new PodRun(observed, spec, before).stop(now);
        run.write(status, false);
        status.put("phase", "Failed")
                .put("reason", "DeadlineExceeded")
                .put("message", "Pod was active on the node longer than the specified deadline");
        PodConditions.write(status, spec, run, false, now);
        Plan.Builder plan = Plan.builder();
        if (observed.containers().stopped(now).isEmpty()) {
            plan.perform(new Action.Perform(new StopContainers(observed.runtime(), pod, observed.node(), now)));
        }
        write(plan);
        return plan.build();
    }

    /// Stops the pod within its grace period, and then deletes it.
    private Plan terminate() {
        Instant limit = pod.meta().deleted().orElse(now);
        long grace = tree.path("metadata").path("deletionGracePeriodSeconds").asLong(0);
        Instant asked = limit.minusSeconds(grace);
        Plan.Builder plan = Plan.builder();
        Optional<Instant> stopped = observed.containers().stopped(asked);
        // A container may have been started that the status does not show yet.
        if (!pod.isOver() && (hasRunning() || stopped.isEmpty())) {
            Instant end = stopped.filter(at -> at.isBefore(limit)).orElse(limit);
            if (stopped.isEmpty()) {
                plan.perform(new Action.Perform(new StopContainers(observed.runtime(), pod, observed.node(), asked)));
            }
            if (PodConditions.isTrue(before, "Ready")) {
                spec.path("containers")
                        .forEach(container -> plan.say(new ContainerEvents(pod)
                                .stopping(container.path("name").asString(""))));
            }
            if (end.isAfter(now)) {
                stopServing();
                write(plan);
                return plan.lookAgain(end).build();
            }
        }
        if (!pod.meta().finalizers().isEmpty()) {
            // Whoever set a finalizer can read the final status.
            writeFinalStatus();
            write(plan);
        }
        if (grace > 0 || pod.meta().finalizers().isEmpty()) {
            DeleteOptions atOnce = new DeleteOptions(false, Optional.of(0L), Optional.empty(), pod.uid(), "");
            plan.perform(new Action.Delete(Pod.KIND, pod.key(), atOnce));
        }
        return plan.build();
    }

    private boolean hasRunning() {
        for (JsonNode container : before.path("containerStatuses")) {
            if (container.path("state").has("running")) {
                return true;
            }
        }
        return false;
    }

    private void stopServing() {
        for (JsonNode container : status.path("containerStatuses")) {
            ((ObjectNode) container).put("ready", false);
        }
        PodConditions.stopServing(status, "PodTerminating", "", now);
    }

    private void writeFinalStatus() {
        if (pod.isOver()) {
            return;
        }
        PodRun run = new PodRun(observed, spec, before).stop(now);
        run.write(status, false);
        status.put("phase", run.phase().equals("Succeeded") ? "Succeeded" : "Failed");
        PodConditions.write(status, spec, run, false, now);
    }
}
