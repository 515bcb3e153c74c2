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

/// What deployments and their ReplicaSets carry in annotations.
final class DeploymentAnnotations {
    static final String REVISION = "deployment.kubernetes.io/revision";
    static final String ROLLBACK = "deprecated.deployment.rollback.to";
    private static final String HISTORY = "deployment.kubernetes.io/revision-history";
    private static final String DESIRED = "deployment.kubernetes.io/desired-replicas";
    private static final String MAX = "deployment.kubernetes.io/max-replicas";
    /// Those that a set does not take over from its deployment.
    private static final Set<String> OWN =
            Set.of("kubectl.kubernetes.io/last-applied-configuration", REVISION, HISTORY, DESIRED, MAX, ROLLBACK);
    private static final int HISTORY_LENGTH_MAX = 2000;

    private DeploymentAnnotations() {}

    static long revision(ApiObject object) {
        return number(object, REVISION).orElse(0L);
    }

    /// How many pods there were to be when a set was scaled last.
    static Optional<Long> desired(ReplicaSet set) {
        return number(set, DESIRED).filter(value -> value >= 0);
    }

    /// How many pods there might be when a set was scaled last.
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

    /// What a set notes of how large it and its siblings may be.
    static Map<String, String> sizes(Deployment deployment) {
        return Map.of(
                DESIRED,
                Integer.toString(deployment.replicas()),
                MAX,
                Integer.toString(deployment.replicas() + deployment.maxSurge()));
    }

    /// What a set that has the deployment's template should note, beside what it does anyway.
    ///
    /// @param known what it notes now
    /// @param revision the number that it should have at least
    static Map<String, String> latest(Deployment deployment, Map<String, String> known, long revision) {
        Map<String, String> notes = new TreeMap<>();
        deployment.meta().annotations().forEach((key, value) -> {
            if (!OWN.contains(key)) {
                notes.put(key, value);
            }
        });
        String before = known.getOrDefault(REVISION, "");
        if (!isAtLeast(before, revision)) {
            notes.put(REVISION, Long.toString(revision));
            if (!before.isEmpty()) {
                notes.put(HISTORY, extended(known.getOrDefault(HISTORY, ""), before));
            }
        }
        return notes;
    }

    private static boolean isAtLeast(String number, long least) {
        try {
            return Long.parseLong(number) >= least;
        } catch (NumberFormatException e) {
            return false;
        }
    }

    /// Adds a number to a list of numbers, of which the first go when it gets too long.
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

    /// The annotations of a deployment that goes back to what one of its sets was made from.
    static Map<String, String> rolledBack(Deployment deployment, ReplicaSet set) {
        Map<String, String> notes = new TreeMap<>();
        set.meta().annotations().forEach((key, value) -> {
            if (!OWN.contains(key)) {
                notes.put(key, value);
            }
        });
        deployment.meta().annotations().forEach((key, value) -> {
            if (OWN.contains(key)) {
                notes.put(key, value);
            }
        });
        notes.remove(ROLLBACK);
        return notes;
    }
}
