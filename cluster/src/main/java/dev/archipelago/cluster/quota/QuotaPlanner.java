package dev.archipelago.cluster.quota;

import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Json;
import dev.archipelago.api.quantity.Quantity;
import dev.archipelago.api.quota.Amounts;
import dev.archipelago.api.quota.Counted;
import dev.archipelago.api.quota.Scopes;
import dev.archipelago.cluster.kinds.ResourceQuota;
import dev.archipelago.controller.plan.Plan;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.function.Function;
import tools.jackson.databind.node.ObjectNode;

/// Decides the status of a quota.
final class QuotaPlanner {
    /// How long a wrong count can last when no event triggers a recount.
    private static final Duration RECOUNT = Duration.ofMinutes(5);

    private final Function<Counted, Collection<? extends ApiObject>> objects;
    private final Measures measures;

    /// @param objects finds the objects of a resource in the quota's namespace
    QuotaPlanner(Function<Counted, Collection<? extends ApiObject>> objects, Measures measures) {
        this.objects = objects;
        this.measures = measures;
    }

    Plan plan(ResourceQuota quota, Instant now) {
        Plan.Builder plan = Plan.builder();
        Amounts hard = Amounts.read(quota.spec().path("hard"));
        Amounts used = count(quota, hard);
        boolean right = Amounts.read(quota.status().path("hard")).equals(hard)
                && Amounts.read(quota.status().path("used")).equals(used);
        if (!right) {
            ObjectNode tree = quota.tree();
            ObjectNode status = Json.object();
            status.set("hard", hard.json());
            status.set("used", used.json());
            tree.set("status", status);
            plan.updateStatus(ResourceQuota.KIND, tree);
        }
        return plan.lookAgain(now.plus(RECOUNT)).build();
    }

    private Amounts count(ResourceQuota quota, Amounts hard) {
        Amounts used = new Amounts();
        hard.names().forEach(name -> used.add(name, Quantity.ZERO));
        for (Counted counted : Counted.of(hard.names())) {
            for (ApiObject object : objects.apply(counted)) {
                if (!quota.hasScopes() || covers(quota, counted, object)) {
                    used.addAll(measures.of(counted, object).only(hard));
                }
            }
        }
        return used;
    }

    private static boolean covers(ResourceQuota quota, Counted counted, ApiObject object) {
        return Scopes.cover(quota.spec(), counted.group(), counted.resource(), object.tree());
    }
}
