package dev.archipelago.cluster.quota;

import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Json;
import dev.archipelago.api.quota.Amounts;
import dev.archipelago.api.quota.Counted;
import dev.archipelago.api.quota.Usage;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Caches the usage of each object version: decoding all pods of a namespace for every deletion would take long.
final class Measures {
    private final Map<String, Measure> known = new ConcurrentHashMap<>();

    private record Measure(long resourceVersion, Amounts usage) {}

    Amounts of(Counted counted, ApiObject object) {
        if (!dependsOnContent(counted)) {
            return Usage.of(counted.group(), counted.resource(), Json.object());
        }
        Measure measure = known.get(object.uid());
        if (measure == null || measure.resourceVersion != object.resourceVersion()) {
            measure =
                    new Measure(object.resourceVersion(), Usage.of(counted.group(), counted.resource(), object.tree()));
            known.put(object.uid(), measure);
        }
        return measure.usage;
    }

    private static boolean dependsOnContent(Counted counted) {
        return counted.group().isEmpty()
                && switch (counted.resource()) {
                    case "pods", "services", "persistentvolumeclaims" -> true;
                    default -> false;
                };
    }

    void forget(ApiObject object) {
        known.remove(object.uid());
    }
}
