package dev.archipelago.cluster.kinds;

import dev.archipelago.api.quantity.Quantity;
import tools.jackson.databind.JsonNode;

/// Amounts of the resources of a node.
public record Requests(long cpuMillis, long memoryBytes) {
    public static final Requests NONE = new Requests(0, 0);

    /// A cap of 64 TiB of memory: more than any node has, and small enough that sums do not overflow.
    private static final long MOST = 1L << 46;

    /// Reads a resource list, such as `requests` or `allocatable`.
    public static Requests read(JsonNode amounts) {
        if (amounts.isEmpty()) {
            return NONE;
        }
        return new Requests(held(thousandths(amounts.path("cpu"))), held(whole(amounts.path("memory"))));
    }

    private static long held(long amount) {
        return Math.min(amount, MOST);
    }

    /// The requests of a pod: the sum of all containers that run at the same time or the largest init container,
    /// whichever is more.
    public static Requests ofPod(JsonNode spec) {
        Requests asked = read(spec.path("resources").path("requests"));
        if (asked.equals(NONE)) {
            asked = ofContainers(spec);
        }
        return asked.plus(read(spec.path("overhead")));
    }

    private static Requests ofContainers(JsonNode spec) {
        Requests running = NONE;
        Requests most = NONE;
        for (JsonNode container : spec.path("initContainers")) {
            Requests own = read(container.path("resources").path("requests"));
            if (container.path("restartPolicy").asString("").equals("Always")) {
                running = running.plus(own);
                most = most.max(running);
            } else {
                most = most.max(running.plus(own));
            }
        }
        for (JsonNode container : spec.path("containers")) {
            running = running.plus(read(container.path("resources").path("requests")));
        }
        return running.max(most);
    }

    public Requests plus(Requests other) {
        if (other.equals(NONE)) {
            return this;
        }
        return equals(NONE)
                ? other
                : new Requests(held(cpuMillis + other.cpuMillis), held(memoryBytes + other.memoryBytes));
    }

    private Requests max(Requests other) {
        return other.equals(NONE)
                ? this
                : new Requests(Math.max(cpuMillis, other.cpuMillis), Math.max(memoryBytes, other.memoryBytes));
    }

    /// A quantity in whole units; 0 for an absent or invalid one.
    static long whole(JsonNode quantity) {
        String text = text(quantity);
        return text.isEmpty() ? 0 : parse(text).wholeUnits();
    }

    private static long thousandths(JsonNode quantity) {
        String text = text(quantity);
        return text.isEmpty() ? 0 : parse(text).milliUnits();
    }

    private static String text(JsonNode quantity) {
        return quantity.isNumber() ? quantity.asString() : quantity.asString("");
    }

    private static Quantity parse(String text) {
        try {
            return Quantity.parse(text);
        } catch (IllegalArgumentException e) {
            return Quantity.ZERO;
        }
    }
}
