package dev.archipelago.cluster.testing;

import dev.archipelago.api.cluster.DeleteOptions;
import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Meta;
import dev.archipelago.cluster.kinds.Conditions;
import dev.archipelago.cluster.kinds.Conditions.Condition;
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

/// A fake for scheduler and nodes: pods become ready and terminate at once. Those with an image `…:broken`
/// never become ready.
public final class WillingPods implements Reconciler {
    private final Cache<Pod> pods;

    public WillingPods(Caches caches) {
        pods = caches.of(Pod.KIND);
    }

    @Override
    public String name() {
        return "willing-pods";
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
        if (pod == null) {
            return Plan.NOTHING;
        }
        if (pod.isDeleting()) {
            DeleteOptions atOnce = new DeleteOptions(false, Optional.of(0L), Optional.empty(), pod.uid(), "");
            return Plan.builder()
                    .perform(new Action.Delete(Pod.KIND, key, atOnce))
                    .build();
        }
        ObjectNode tree = pod.tree();
        String image =
                tree.path("spec").path("containers").path(0).path("image").asString("");
        if (!pod.isPending() || image.endsWith(":broken")) {
            return Plan.NOTHING;
        }
        ObjectNode status = Json.object().put("phase", "Running").put("startTime", Meta.time(now));
        Conditions.set(status, new Condition("Ready", "True", "", ""), now);
        tree.set("status", status);
        return Plan.builder().updateStatus(Pod.KIND, tree).build();
    }
}
