package dev.archipelago.simulation;

import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Key;
import java.util.random.RandomGenerator;
import tools.jackson.databind.node.ObjectNode;

/// Generates random StatefulSets.
final class SetDraft {
    private SetDraft() {}

    static ObjectNode draw(Key key, String image, RandomGenerator random) {
        ObjectNode set = Json.object().put("apiVersion", "apps/v1").put("kind", "StatefulSet");
        set.putObject("metadata").put("name", key.name()).put("namespace", key.namespace());
        ObjectNode spec = set.putObject("spec")
                .put("serviceName", key.name())
                .put("replicas", random.nextInt(5))
                .put("podManagementPolicy", random.nextBoolean() ? "OrderedReady" : "Parallel");
        if (random.nextInt(4) == 0) {
            spec.put("minReadySeconds", 1 + random.nextInt(10));
        }
        if (random.nextInt(4) == 0) {
            spec.putObject("ordinals").put("start", random.nextInt(3));
        }
        if (random.nextInt(3) == 0) {
            ObjectNode strategy = strategy(random);
            strategy.removeNulls();
            if (strategy.get("rollingUpdate") instanceof ObjectNode rolling) {
                rolling.removeNulls();
            }
            spec.set("updateStrategy", strategy);
        }
        spec.set("persistentVolumeClaimRetentionPolicy", policy(random));
        spec.putObject("selector").putObject("matchLabels").put("app", key.name());
        ObjectNode template = spec.putObject("template");
        template.putObject("metadata").putObject("labels").put("app", key.name());
        ObjectNode pod = template.putObject("spec");
        ObjectNode container = pod.putArray("containers").addObject();
        container.put("name", "c").put("image", image);
        if (random.nextBoolean()) {
            pod.putArray("tolerations")
                    .addObject()
                    .put("key", "node.kubernetes.io/unreachable")
                    .put("operator", "Exists")
                    .put("effect", "NoExecute")
                    .put("tolerationSeconds", random.nextInt(30));
        }
        if (random.nextInt(3) > 0) {
            container.putArray("volumeMounts").addObject().put("name", "data").put("mountPath", "/data");
            ObjectNode claim = spec.putArray("volumeClaimTemplates").addObject();
            claim.putObject("metadata").put("name", "data");
            ObjectNode claimSpec = claim.putObject("spec");
            claimSpec.putArray("accessModes").add("ReadWriteOnce");
            claimSpec.putObject("resources").putObject("requests").put("storage", "1Gi");
        }
        return set;
    }

    static ObjectNode strategy(RandomGenerator random) {
        ObjectNode strategy = Json.object().put("type", "RollingUpdate");
        switch (random.nextInt(6)) {
            case 0 -> strategy.put("type", "OnDelete").putNull("rollingUpdate");
            case 1 -> strategy.putNull("rollingUpdate");
            case 2, 3 ->
                strategy.putObject("rollingUpdate")
                        .put("partition", random.nextInt(4))
                        .putNull("maxUnavailable");
            default ->
                strategy.putObject("rollingUpdate")
                        .put("partition", random.nextInt(2))
                        .put("maxUnavailable", 1 + random.nextInt(2));
        }
        return strategy;
    }

    static ObjectNode policy(RandomGenerator random) {
        return Json.object()
                .put("whenDeleted", random.nextBoolean() ? "Retain" : "Delete")
                .put("whenScaled", random.nextBoolean() ? "Retain" : "Delete");
    }
}
