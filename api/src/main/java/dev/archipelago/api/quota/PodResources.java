package dev.archipelago.api.quota;

import java.util.TreeMap;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/// What a pod needs at most at one time.
public final class PodResources {
    private PodResources() {}

    /// @param kind requests or limits
    static Amounts sum(JsonNode spec, String kind) {
        Amounts running = new Amounts();
        for (JsonNode container : spec.path("containers")) {
            running.addAll(of(container, kind));
        }
        Amounts sidecars = new Amounts();
        Amounts starting = new Amounts();
        for (JsonNode container : spec.path("initContainers")) {
            Amounts own = of(container, kind);
            if (container.path("restartPolicy").asString("").equals("Always")) {
                sidecars.addAll(own);
                running.addAll(own);
                starting.atLeast(sidecars);
            } else {
                starting.atLeast(own.addAll(sidecars));
            }
        }
        Amounts overhead = Amounts.read(spec.path("overhead"));
        Amounts all = running.atLeast(starting);
        return all.addAll(kind.equals("limits") ? overhead.only(all) : overhead);
    }

    private static Amounts of(JsonNode container, String kind) {
        return Amounts.read(container.path("resources").path(kind));
    }

    /// Says which containers do not say what a quota counts; empty when all do.
    public static String missing(JsonNode spec, Iterable<String> counted) {
        TreeMap<String, TreeSet<String>> missing = new TreeMap<>();
        for (String list : new String[] {"containers", "initContainers"}) {
            for (JsonNode container : spec.path(list)) {
                for (String name : counted) {
                    if (isRequired(name) && !says(container, name)) {
                        missing.computeIfAbsent(name, n -> new TreeSet<>())
                                .add(container.path("name").asString(""));
                    }
                }
            }
        }
        StringBuilder text = new StringBuilder();
        missing.forEach((name, containers) -> text.append(text.isEmpty() ? "" : "; ")
                .append(name)
                .append(" for: ")
                .append(String.join(",", containers)));
        return text.toString();
    }

    private static boolean isRequired(String name) {
        return switch (name) {
            case "cpu", "memory", "requests.cpu", "requests.memory", "limits.cpu", "limits.memory" -> true;
            default -> false;
        };
    }

    private static boolean says(JsonNode container, String name) {
        int dot = name.indexOf('.');
        String kind = dot < 0 ? "requests" : name.substring(0, dot);
        return container.path("resources").path(kind).has(name.substring(dot + 1));
    }
}
