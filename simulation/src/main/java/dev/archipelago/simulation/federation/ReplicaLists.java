package dev.archipelago.simulation.federation;

import dev.archipelago.api.cluster.ClusterApi;
import dev.archipelago.api.objects.AnyObject;
import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.cluster.kinds.StatefulSet;
import dev.archipelago.federation.kinds.Binding;
import dev.archipelago.federation.kinds.Names;
import dev.archipelago.federation.workload.Template;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Invariant: a headless service lists the replicas with load balancers of all its sets, and none disappears because
/// of another set.
final class ReplicaLists {
    private final World world;
    private final Truth truth;
    private final Consumer<String> complaints;

    ReplicaLists(World world, Truth truth, Consumer<String> complaints) {
        this.world = world;
        this.truth = truth;
        this.complaints = complaints;
    }

    void changed(@Nullable ApiObject before, @Nullable ApiObject after) {
        if (before == null
                || after == null
                || !before.uid().equals(after.uid())
                || world.actor().equals("people")) {
            return;
        }
        SortedSet<String> removed = list(before);
        removed.removeAll(list(after));
        for (String uid : truth.setUids()) {
            for (String replica : removed) {
                if (isListed(uid, after, replica)) {
                    complaints.accept(
                            replica + " was taken off the list of " + after + " though its set wants it there");
                }
            }
        }
    }

    /// Whether a replica belongs on the list of a service in every view that a controller may have.
    private boolean isListed(String uid, ApiObject service, String replica) {
        List<Optional<ApiObject>> templates = truth.templateViews(uid);
        List<Optional<Binding>> bindings = truth.bindingViews(uid);
        return templates.stream()
                        .allMatch(view -> view.filter(set -> wantsList((StatefulSet) set, service))
                                .isPresent())
                && bindings.stream()
                        .allMatch(view -> view.isPresent()
                                && templates.stream()
                                        .flatMap(Optional::stream)
                                        .allMatch(set -> replicas((StatefulSet) set, view.get())
                                                .contains(replica)));
    }

    private static boolean wantsList(StatefulSet set, ApiObject service) {
        return set.namespace().equals(service.namespace())
                && set.serviceName().equals(service.name())
                && "true".equals(set.meta().annotations().get(Names.LOAD_BALANCERS))
                && !set.isDeleting();
    }

    static SortedSet<String> list(ApiObject service) {
        String list = service.meta().annotations().getOrDefault(Names.REPLICA_LIST, "");
        return new TreeSet<>(list.isEmpty() ? List.of() : List.of(list.split(",", -1)));
    }

    /// The replicas of a set that can run; others are listed only if they fit.
    private static SortedSet<String> replicas(StatefulSet set, Binding binding) {
        Template template = new Template(StatefulSet.KIND, set);
        SortedSet<String> names = new TreeSet<>();
        for (Binding.Target target : binding.targets()) {
            int start = target.start().orElse(set.start());
            for (int i = 0; i < Math.min(target.replicas().orElse(0), FakeControllers.PODS_MAX); i++) {
                names.add(template.nameIn(target.cluster()).name() + '-' + (start + i));
            }
        }
        return names;
    }

    /// Reports differences between the lists and the expected replicas. A surplus replica that still runs must be
    /// listed, and for clusters that have left it is unknown what runs there.
    ///
    /// @param running the names of all pods
    static void missing(ClusterApi api, Set<String> running, List<String> missing) {
        List<StatefulSet> sets = api.list(StatefulSet.KIND).objects();
        for (AnyObject service : api.list(World.SERVICE).objects()) {
            SortedSet<String> wanted = new TreeSet<>();
            boolean needed = false;
            boolean unknown = false;
            for (StatefulSet set : sets) {
                if (wantsList(set, service)) {
                    needed = true;
                    Binding binding = api.get(Binding.KIND, Binding.keyFor(StatefulSet.KIND, set.key()))
                            .orElse(null);
                    wanted.addAll(binding == null ? List.of() : replicas(set, binding));
                    unknown |= binding != null && !binding.left().isEmpty();
                }
            }
            boolean flagged = "true".equals(service.meta().annotations().get(Names.LOAD_BALANCERS));
            SortedSet<String> surplus = list(service);
            surplus.removeAll(wanted);
            boolean exact = list(service).containsAll(wanted) && (unknown || running.containsAll(surplus));
            if (!exact || flagged != needed) {
                missing.add(service + " lists " + list(service) + " and not " + wanted);
            }
        }
    }
}
