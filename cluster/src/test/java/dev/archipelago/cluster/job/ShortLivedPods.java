package dev.archipelago.cluster.job;

import dev.archipelago.api.cluster.DeleteOptions;
import dev.archipelago.api.objects.Key;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.controller.cache.Cache;
import dev.archipelago.controller.cache.Caches;
import dev.archipelago.controller.plan.Action;
import dev.archipelago.controller.plan.Plan;
import dev.archipelago.controller.runtime.Reconciler;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;
import tools.jackson.databind.node.ObjectNode;

/// A fake for scheduler and nodes: pods run and end as the tag of their image says: `works`, `fails` or `lasts`.
final class ShortLivedPods implements Reconciler {
    private final Cache<Pod> pods;

    ShortLivedPods(Caches caches) {
        pods = caches.of(Pod.KIND);
    }

    @Override
    public String name() {
        return "short-lived-pods";
    }

    @Override
    public void connect(Consumer<Key> again) {
        pods.listen((before, after) -> {
            if (after != null) {
                again.accept(after.key());
            }
        });
    }

    @Override
    public Plan plan(Key key, Instant now) {
        Pod pod = pods.get(key).orElse(null);
        if (pod == null || pod.isOver()) {
            return Plan.NOTHING;
        }
        if (pod.isDeleting()) {
            DeleteOptions atOnce = new DeleteOptions(false, Optional.of(0L), Optional.empty(), pod.uid(), "");
            return Plan.builder()
                    .perform(new Action.Delete(Pod.KIND, key, atOnce))
                    .build();
        }
        ObjectNode tree = pod.tree();
        String image = tree.at("/spec/containers/0/image").asString();
        String phase = switch (image.substring(image.indexOf(':') + 1)) {
            case "works" -> "Succeeded";
            case "fails" -> "Failed";
            default -> "Running";
        };
        if (pod.phase().equals(phase)) {
            return Plan.NOTHING;
        }
        tree.withObjectProperty("status").put("phase", phase);
        return Plan.builder().updateStatus(Pod.KIND, tree).build();
    }
}
