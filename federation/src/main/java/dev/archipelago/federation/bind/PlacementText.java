package dev.archipelago.federation.bind;

import dev.archipelago.federation.kinds.Binding;
import dev.archipelago.federation.kinds.Enumeration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The text of events about a placement.
final class PlacementText {
    /// How many clusters an event lists.
    private static final int CLUSTERS_MAX = 20;

    private PlacementText() {}

    /// Such as `placed as c1 4, c2 3`, or `placed in c1, c2` for kinds without replicas.
    static String of(List<Binding.Target> targets) {
        if (targets.isEmpty()) {
            return "placed in no cluster";
        }
        boolean counted = targets.stream().anyMatch(target -> target.replicas().isPresent());
        return (counted ? "placed as " : "placed in ")
                + list(targets.stream()
                        .map(target -> (target.cluster() + ' ' + amount(target)).strip())
                        .toList());
    }

    /// Such as `placement changed: c1 4 to 1, c2 removed, c4 added with 3`; empty when nothing changed.
    static String ofChange(List<Binding.Target> before, List<Binding.Target> after) {
        List<String> changes = new ArrayList<>();
        for (Binding.Target old : before) {
            Optional<Binding.Target> now = find(old.cluster(), after);
            if (now.isEmpty()) {
                changes.add(old.cluster() + " removed");
            } else if (!amount(old).equals(amount(now.get()))) {
                changes.add(old.cluster() + ' ' + numberOrNone(old) + " to " + numberOrNone(now.get()));
            }
        }
        for (Binding.Target target : after) {
            if (find(target.cluster(), before).isEmpty()) {
                String amount = amount(target);
                changes.add(target.cluster() + (amount.isEmpty() ? " added" : " added with " + amount));
            }
        }
        return changes.isEmpty() ? "" : "placement changed: " + list(changes);
    }

    private static Optional<Binding.Target> find(String cluster, List<Binding.Target> targets) {
        return targets.stream()
                .filter(target -> target.cluster().equals(cluster))
                .findFirst();
    }

    private static String numberOrNone(Binding.Target target) {
        String amount = amount(target);
        return amount.isEmpty() ? "no number" : amount;
    }

    /// A cluster's replicas; empty for kinds without replicas.
    private static String amount(Binding.Target target) {
        if (target.replicas().isEmpty()) {
            return "";
        }
        String replicas = Integer.toString(target.replicas().getAsInt());
        return target.completions().isPresent()
                ? replicas + " (" + target.completions().getAsInt() + " to complete)"
                : replicas;
    }

    private static String list(List<String> texts) {
        return Enumeration.of(texts, CLUSTERS_MAX);
    }
}
