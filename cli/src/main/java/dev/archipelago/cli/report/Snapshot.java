package dev.archipelago.cli.report;

import dev.archipelago.api.cluster.ClusterApi;
import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.cluster.kinds.Deployment;
import dev.archipelago.cluster.kinds.StatefulSet;
import dev.archipelago.federation.kinds.Binding;
import dev.archipelago.federation.kinds.Cluster;
import dev.archipelago.federation.match.Eligible;
import dev.archipelago.federation.workload.Template;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// The state of a federation. It is not one moment's, as kinds are read one after the other. All in the order of names.
///
/// @param workloads the StatefulSets and Deployments that are propagated
/// @param unpropagated the objects of other kinds that are in no cluster
record Snapshot(List<Cluster> clusters, List<Template> workloads, List<Binding> bindings, List<Template> unpropagated) {
    private static final Comparator<Template> BY_NAME = Comparator.comparing(
                    (Template template) -> template.object().namespace())
            .thenComparing(template -> template.kind().name())
            .thenComparing(template -> template.object().name());

    Snapshot {
        clusters = sorted(clusters, Comparator.comparing(Cluster::key));
        workloads = sorted(workloads, BY_NAME);
        unpropagated = sorted(unpropagated, BY_NAME);
        bindings = sorted(bindings, Comparator.comparing(Binding::key));
    }

    private static <T> List<T> sorted(List<T> list, Comparator<T> order) {
        return list.stream().sorted(order).toList();
    }

    static Snapshot read(ClusterApi federation) {
        List<Binding> bindings =
                new ArrayList<>(federation.list(Binding.GLOBAL_KIND).objects());
        bindings.addAll(federation.list(Binding.KIND).objects());
        List<Template> workloads = new ArrayList<>();
        addAll(federation, StatefulSet.KIND, workloads);
        addAll(federation, Deployment.KIND, workloads);
        return new Snapshot(
                federation.list(Cluster.KIND).objects(), workloads, bindings, Unpropagated.read(federation, bindings));
    }

    private static <T extends ApiObject> void addAll(ClusterApi federation, Kind<T> kind, List<Template> workloads) {
        for (T object : federation.list(kind).objects()) {
            if (Eligible.isTemplate(kind, object)) {
                workloads.add(new Template(kind, object));
            }
        }
    }

    Optional<Binding> binding(Template template) {
        Key key = Binding.keyFor(template.kind(), template.object().key());
        return bindings.stream().filter(binding -> binding.key().equals(key)).findFirst();
    }

    boolean isMember(String cluster) {
        return clusters.stream().anyMatch(known -> known.name().equals(cluster));
    }

    boolean isReady(String cluster) {
        return clusters.stream().filter(known -> known.name().equals(cluster)).anyMatch(Cluster::isReady);
    }
}
