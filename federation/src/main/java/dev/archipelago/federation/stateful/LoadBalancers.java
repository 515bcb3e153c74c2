package dev.archipelago.federation.stateful;

import dev.archipelago.cluster.kinds.Service;
import dev.archipelago.cluster.kinds.StatefulSet;
import dev.archipelago.controller.cache.Cache;
import dev.archipelago.controller.cache.Caches;
import dev.archipelago.controller.cache.Index;
import dev.archipelago.controller.objects.Key;
import dev.archipelago.controller.objects.Owner;
import dev.archipelago.controller.plan.Plan;
import dev.archipelago.controller.runtime.Reconciler;
import dev.archipelago.federation.kinds.Binding;
import dev.archipelago.federation.kinds.Bindings;
import dev.archipelago.federation.kinds.Names;
import dev.archipelago.federation.match.Template;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Keeps a load balancer for each replica of the StatefulSets that ask for it, and says so on their headless services.
/// Its keys are those of StatefulSets.
public final class LoadBalancers implements Reconciler {
    private final Cache<StatefulSet> sets;
    private final Cache<Service> services;
    private final Index<Service> bySet;
    private final Index<StatefulSet> byService;
    private final Bindings bindings;

    public LoadBalancers(Caches caches, Bindings bindings) {
        this.sets = caches.of(StatefulSet.KIND);
        this.services = caches.of(Service.KIND);
        this.bySet = services.index(
                service -> service.meta().owners().stream().map(Owner::uid).toList());
        this.byService = sets.index(set -> List.of(new Key(set.namespace(), set.serviceName()).toString()));
        this.bindings = bindings;
    }

    @Override
    public String name() {
        return "statefulset-loadbalancer-controller";
    }

    @Override
    public void connect(Consumer<Key> again) {
        sets.listen((before, after) -> {
            StatefulSet known = after == null ? before : after;
            if (known != null) {
                again.accept(known.key());
            }
        });
        bindings.listen((before, after) -> {
            Binding known = after == null ? before : after;
            if (known != null && known.resource().path("kind").asString("").equals("StatefulSet")) {
                again.accept(known.template());
            }
        });
        services.listen((before, after) -> {
            Service known = after == null ? before : after;
            if (known != null) {
                byService.get(known.key().toString()).forEach(set -> again.accept(set.key()));
                if (after != null && isOutdated(after)) {
                    again.accept(after.key());
                }
                known.meta().owners().forEach(owner -> again.accept(new Key(known.namespace(), owner.name())));
            }
        });
    }

    /// Whether a service says that replicas have load balancers, and no set is left that they could be of.
    private boolean isOutdated(Service service) {
        return service.meta().annotations().containsKey(Names.REPLICA_LIST)
                && byService.get(service.key().toString()).stream().allMatch(StatefulSet::isDeleting);
    }

    @Override
    public Plan plan(Key key, Instant now) {
        StatefulSet set = sets.get(key).orElse(null);
        if (set == null || set.isDeleting()) {
            // What it owns goes with it, but not what its service says of it.
            return LoadBalancerPlanner.retract(services.in(key.namespace()).stream()
                    .filter(this::isOutdated)
                    .toList());
        }
        Template template = new Template(StatefulSet.KIND, set);
        Optional<Binding> binding = bindings.find(template.bindingKey())
                .filter(found -> found.templateUid().equals(set.uid()) && !found.isDeleting());
        return LoadBalancerPlanner.plan(new LoadBalancerPlanner.Observed(
                template,
                set,
                binding,
                services.get(new Key(set.namespace(), set.serviceName())),
                bySet.get(set.uid()),
                name -> services.get(new Key(set.namespace(), name))));
    }
}
