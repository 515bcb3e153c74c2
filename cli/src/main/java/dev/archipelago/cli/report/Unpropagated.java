package dev.archipelago.cli.report;

import dev.archipelago.api.cluster.ClusterApi;
import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.Reason;
import dev.archipelago.api.objects.AnyObject;
import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.federation.kinds.Binding;
import dev.archipelago.federation.match.Eligible;
import dev.archipelago.federation.workload.Template;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// Finds objects of users that are in no cluster, because their kinds are propagated by policies only.
final class Unpropagated {
    private Unpropagated() {}

    /// The objects of all kinds that the caller may list.
    static List<Template> read(ClusterApi federation, Collection<Binding> bindings) {
        Set<Key> bound = bindings.stream().map(Binding::key).collect(Collectors.toSet());
        List<Template> found = new ArrayList<>();
        for (Kind<AnyObject> kind : federation.kinds()) {
            if (Eligible.isPropagatedByDefault(kind)) {
                continue;
            }
            for (AnyObject object : list(federation, kind)) {
                if (Eligible.isTemplate(kind, object)
                        && !isMadeByServer(kind, object)
                        && !bound.contains(Binding.keyFor(kind, object.key()))) {
                    found.add(new Template(kind, object));
                }
            }
        }
        return found;
    }

    private static List<AnyObject> list(ClusterApi federation, Kind<AnyObject> kind) {
        try {
            return federation.list(kind).objects();
        } catch (ApiException e) {
            if (e.reason() == Reason.FORBIDDEN) {
                return List.of();
            }
            throw e;
        }
    }

    /// Whether the API server created the object itself, as it does some roles, priority classes and definitions.
    private static boolean isMadeByServer(Kind<?> kind, ApiObject object) {
        String name = object.name();
        return object.labels().containsKey("kubernetes.io/bootstrapping")
                || object.labels().containsKey("kube-aggregator.kubernetes.io/automanaged")
                || object.meta().annotations().containsKey("apf.kubernetes.io/autoupdate-spec")
                || name.startsWith("system:")
                || name.startsWith("system-")
                || (kind.type().group().equals("networking.k8s.io") && !kind.namespaced() && name.equals("kubernetes"))
                || (kind.name().equals("CustomResourceDefinition")
                        && Eligible.isOfFederation(name.substring(name.indexOf('.') + 1)));
    }

    /// One line for each kind; empty when there are none.
    static String text(List<Template> objects) {
        if (objects.isEmpty()) {
            return "";
        }
        Map<String, List<String>> byKind = new LinkedHashMap<>();
        for (Template template : objects) {
            byKind.computeIfAbsent(template.kind().name(), kind -> new ArrayList<>())
                    .add(ObjectNames.of(
                            template.object().namespace(),
                            template.kind().name(),
                            template.object().name()));
        }
        StringBuilder text = new StringBuilder("\nIN NO CLUSTER, as no policy is about them\n");
        byKind.values().forEach(names -> text.append(ObjectNames.some(names)).append('\n'));
        return text.toString();
    }
}
