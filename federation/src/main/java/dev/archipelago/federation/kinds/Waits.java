package dev.archipelago.federation.kinds;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// What the clusters of one binding wait for, grouped by cause.
public final class Waits {
    /// The type of the condition that reports waits, and the reason of other conditions that are false because of them.
    public static final String REASON = "Waiting";

    private final List<Cause> causes;

    /// One cause that clusters wait for.
    ///
    /// @param clusters those that wait for it, in the order of the binding
    /// @param since when the first of them began to wait, as Kubernetes writes it
    /// @param failed whether it is a failure, which the binding's `FullyApplied` reports, too
    public record Cause(Wait what, List<String> clusters, String since, boolean failed) {
        /// One line for people.
        public String text() {
            return String.join(", ", clusters) + ": " + what.message();
        }

        private Cause with(String cluster, String time) {
            List<String> more = new ArrayList<>(clusters);
            more.add(cluster);
            return new Cause(what, List.copyOf(more), time.compareTo(since) < 0 ? time : since, failed);
        }
    }

    private record Id(String reason, String cluster) {}

    private Waits(List<Cause> causes) {
        this.causes = List.copyOf(causes);
    }

    /// Reads the status of a binding.
    public static Waits in(JsonNode status) {
        Map<Id, Cause> found = new LinkedHashMap<>();
        for (JsonNode item : status.path("aggregatedStatus")) {
            Wait wait = Wait.read(item.path("waitsFor"));
            if (!wait.isNone()) {
                String cluster = item.path("clusterName").asString("");
                String since = item.path("waitsFor").path("since").asString("");
                boolean failed = !item.path("appliedMessage").asString("").isEmpty();
                found.merge(
                        new Id(wait.reason(), failed ? cluster + '!' : wait.cluster()),
                        new Cause(wait, List.of(cluster), since, failed),
                        (known, more) -> known.with(cluster, since));
            }
        }
        return new Waits(List.copyOf(found.values()));
    }

    public List<Cause> all() {
        return causes;
    }

    /// The causes that are not failures.
    public List<Cause> held() {
        return causes.stream().filter(cause -> !cause.failed).toList();
    }

    /// The causes, without failures, that were not there before.
    public List<Cause> newSince(Waits before) {
        return held().stream()
                .filter(cause -> before.held().stream().noneMatch(known -> known.what.hasSameCauseAs(cause.what)))
                .toList();
    }
}
