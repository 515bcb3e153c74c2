package dev.archipelago.federation.kinds;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// What the clusters of one binding wait for. Those that wait for the same are told of together.
public final class Waits {
    /// The condition that tells of them on objects that have conditions, and the reason of conditions that are not met
    /// because of them.
    public static final String REASON = "Waiting";

    private final List<Cause> causes;

    /// One thing that is waited for.
    ///
    /// @param clusters those that wait for it, in the order of the binding
    /// @param since when the first of them began to, as Kubernetes writes it
    /// @param failed whether it is something that went wrong, which the binding's `FullyApplied` tells of, too
    public record Cause(Wait what, List<String> clusters, String since, boolean failed) {
        /// As one line for people.
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

    /// Reads what the status of a binding says.
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

    /// Those that hold something back that nothing is wrong with.
    public List<Cause> held() {
        return causes.stream().filter(cause -> !cause.failed).toList();
    }

    /// Of those that hold something back, the ones that did not before.
    public List<Cause> newSince(Waits before) {
        return held().stream()
                .filter(cause -> before.held().stream().noneMatch(known -> known.what.hasCauseOf(cause.what)))
                .toList();
    }
}
