package dev.archipelago.cluster.deployment;

import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.cluster.kinds.Deployment;
import dev.archipelago.cluster.kinds.ReplicaSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// The annotations of deployments and their ReplicaSets.
public final class DeploymentAnnotations {
    public static final String REVISION = "deployment.kubernetes.io/revision";
    static final String ROLLBACK = "deprecated.deployment.rollback.to";
    private static final String HISTORY = "deployment.kubernetes.io/revision-history";
    private static final String DESIRED = "deployment.kubernetes.io/desired-replicas";
    private static final String MAX = "deployment.kubernetes.io/max-replicas";
    /// Annotations that a set does not copy from its deployment.
    private static final Set<String> OWN =
            Set.of("kubectl.kubernetes.io/last-applied-configuration", REVISION, HISTORY, DESIRED, MAX, ROLLBACK);
    private static final int HISTORY_LENGTH_MAX = 2000;

    private DeploymentAnnotations() {}

    static long revision(ApiObject object) {
        return number(object, REVISION).orElse(0L);
    }

    /// The desired replicas of the deployment when the set was last scaled.
    static Optional<Long> desired(ReplicaSet set) {
        return number(set, DESIRED).filter(value -> value >= 0);
    }

    /// The maximum replicas of the deployment when the set was last scaled.
    static Optional<Long> max(ReplicaSet set) {
        return number(set, MAX).filter(value -> value >= 0);
    }

    static Optional<Long> rollback(Deployment deployment) {
        return number(deployment, ROLLBACK);
    }

    private static Optional<Long> number(ApiObject object, String annotation) {
        String text = object.meta().annotations().get(annotation);
        try {
            return text == null ? Optional.empty() : Optional.of(Long.valueOf(text));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    /// The size annotations of a set.
    public static Map<String, String> sizes(Deployment deployment) {
        return Map.of(
                DESIRED,
                Integer.toString(deployment.replicas()),
                MAX,
                Integer.toString(deployment.replicas() + deployment.maxSurge()));
    }

    /// The further annotations of the latest set.
    ///
    /// @param known its current annotations
    /// @param revision its minimum revision number
    public static Map<String, String> latest(Deployment deployment, Map<String, String> known, long revision) {
        Map<String, String> notes = copied(deployment.meta().annotations());
        String before = known.getOrDefault(REVISION, "");
        if (!isAtLeast(before, revision)) {
            notes.put(REVISION, Long.toString(revision));
            if (!before.isEmpty()) {
                notes.put(HISTORY, extended(known.getOrDefault(HISTORY, ""), before));
            }
        }
        return notes;
    }

    /// The annotations that a set copies from its deployment.
    public static Map<String, String> copied(Map<String, String> annotations) {
        Map<String, String> notes = new TreeMap<>(annotations);
        notes.keySet().removeAll(OWN);
        return notes;
    }

    private static boolean isAtLeast(String number, long least) {
        try {
            return Long.parseLong(number) >= least;
        } catch (NumberFormatException e) {
            return false;
        }
    }

    /// Appends a number to a list, and drops the first ones when it gets too long.
    private static String extended(String history, String number) {
        List<String> numbers = new ArrayList<>();
        if (!history.isEmpty()) {
            numbers.addAll(Arrays.asList(history.split(",", -1)));
        }
        numbers.add(number);
        int length = history.length() + 1 + number.length();
        int first = 0;
        while (length > HISTORY_LENGTH_MAX && first < numbers.size() - 1) {
            length -= numbers.get(first++).length() + 1;
        }
        return String.join(",", numbers.subList(first, numbers.size()));
    }

    /// The annotations of a deployment after a rollback to one of its sets.
    static Map<String, String> rolledBack(Deployment deployment, ReplicaSet set) {
        Map<String, String> notes = copied(set.meta().annotations());
        deployment.meta().annotations().forEach((key, value) -> {
            if (OWN.contains(key)) {
                notes.put(key, value);
            }
        });
        notes.remove(ROLLBACK);
        return notes;
    }
}
