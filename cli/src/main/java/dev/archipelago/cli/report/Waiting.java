package dev.archipelago.cli.report;

import dev.archipelago.cluster.kinds.Conditions;
import dev.archipelago.federation.kinds.Binding;
import dev.archipelago.federation.match.Template;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// Which objects are not yet as they are to be, and what for they wait. Those that wait for the same share a line:
/// while
/// a cluster is away all objects that are in it do.
final class Waiting {
    private static final int NAMED_MAX = 3;

    private final Map<String, List<String>> objectsByReason = new LinkedHashMap<>();

    private Waiting() {}

    static String text(Snapshot seen) {
        Waiting waiting = new Waiting();
        for (Template workload : seen.workloads()) {
            waiting.add(
                    workload.object().namespace(),
                    workload.kind().name(),
                    workload.object().name(),
                    workload.object().view().path("status"),
                    "ClustersComplete");
        }
        for (Binding binding : seen.bindings()) {
            waiting.add(binding, "Scheduled");
            if (binding.isDeleting()) {
                waiting.leaving(binding);
            } else {
                waiting.add(binding, "FullyApplied");
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
        if (condition.path("status").asString("").equals("False")) {
            note(
                    namespace,
                    kind,
                    name,
                    type + "=False: " + condition.path("message").asString(""));
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
                "is being deleted: " + waitsFor);
    }

    private void note(String namespace, String kind, String name, String reason) {
        String object = kind.toLowerCase(Locale.ROOT) + '/' + name;
        objectsByReason
                .computeIfAbsent(reason, r -> new ArrayList<>())
                .add(namespace.isEmpty() ? object : namespace + ' ' + object);
    }

    private String text() {
        if (objectsByReason.isEmpty()) {
            return "nothing waits\n";
        }
        StringBuilder text = new StringBuilder("WAITING\n");
        objectsByReason.forEach((reason, objects) ->
                text.append(named(objects)).append("\n    ").append(reason).append('\n'));
        return text.toString();
    }

    private static String named(List<String> objects) {
        int more = objects.size() - NAMED_MAX;
        String first = String.join(", ", objects.subList(0, Math.min(objects.size(), NAMED_MAX)));
        return more > 0 ? first + " and " + more + " more" : first;
    }
}
