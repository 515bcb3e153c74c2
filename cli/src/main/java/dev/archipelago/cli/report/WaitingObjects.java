package dev.archipelago.cli.report;

import dev.archipelago.cluster.kinds.Conditions;
import dev.archipelago.federation.kinds.Binding;
import dev.archipelago.federation.kinds.Waits;
import dev.archipelago.federation.workload.Template;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.StringNode;

/// Lists the objects that are not synced, with what they wait for and since when. Objects with the same cause share a
/// line: while a cluster is unreachable, that is all objects in it.
final class WaitingObjects {
    private final Map<String, Group> groups = new LinkedHashMap<>();
    private final Instant now;

    /// Objects with the same cause.
    private static final class Group {
        final List<String> objects = new ArrayList<>();
        JsonNode since = MissingNode.getInstance();
    }

    private WaitingObjects(Instant now) {
        this.now = now;
    }

    static String text(Snapshot seen, Instant now) {
        WaitingObjects waiting = new WaitingObjects(now);
        for (Template workload : seen.workloads()) {
            waiting.add(
                    workload.object().namespace(),
                    workload.kind().name(),
                    workload.object().name(),
                    workload.object().view().path("status"),
                    "ClustersComplete");
            waiting.add(
                    workload.object().namespace(),
                    workload.kind().name(),
                    workload.object().name(),
                    workload.object().view().path("status"),
                    "VolumesPreserved");
        }
        for (Binding binding : seen.bindings()) {
            waiting.add(binding, "Scheduled");
            if (binding.isDeleting()) {
                waiting.leaving(binding);
            } else {
                waiting.add(binding, "FullyApplied");
                waiting.held(binding);
            }
        }
        return waiting.text();
    }

    private void add(Binding binding, String condition) {
        add(
                binding.template().namespace(),
                binding.resource().path("kind").asString(""),
                binding.template().name(),
                binding.status(),
                condition);
    }

    private void add(String namespace, String kind, String name, JsonNode status, String type) {
        JsonNode condition = Conditions.find(status, type);
        // Waits are reported from the binding.
        boolean reportsWaits = condition.path("reason").asString("").equals(Waits.REASON);
        if (condition.path("status").asString("").equals("False") && !reportsWaits) {
            note(
                    namespace,
                    kind,
                    name,
                    type + "=False: " + condition.path("message").asString(""),
                    condition.path("lastTransitionTime"));
        }
    }

    private void held(Binding binding) {
        for (Waits.Cause cause : Waits.in(binding.status()).held()) {
            note(
                    binding.template().namespace(),
                    binding.resource().path("kind").asString(""),
                    binding.template().name(),
                    cause.text(),
                    StringNode.valueOf(cause.since()));
        }
    }

    private void leaving(Binding binding) {
        String waitsFor = Conditions.find(binding.status(), "Deleted")
                .path("message")
                .asString("its clusters have not been asked yet");
        note(
                binding.template().namespace(),
                binding.resource().path("kind").asString(""),
                binding.template().name(),
                "is being deleted: " + waitsFor,
                binding.view().path("metadata").path("deletionTimestamp"));
    }

    private void note(String namespace, String kind, String name, String reason, JsonNode since) {
        Group group = groups.computeIfAbsent(reason, r -> new Group());
        group.objects.add(ObjectNames.of(namespace, kind, name));
        if (group.since.isMissingNode() || since.asString("").compareTo(group.since.asString("")) < 0) {
            group.since = since;
        }
    }

    private String text() {
        if (groups.isEmpty()) {
            return "nothing waits\n";
        }
        StringBuilder text = new StringBuilder("WAITING\n");
        groups.forEach((reason, group) -> {
            String age = Age.of(group.since, now);
            text.append(ObjectNames.some(group.objects)).append("\n    ").append(reason);
            text.append(age.isEmpty() ? "" : " (for " + age + ')').append('\n');
        });
        return text.toString();
    }
}
