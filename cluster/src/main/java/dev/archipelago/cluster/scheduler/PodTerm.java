package dev.archipelago.cluster.scheduler;

import dev.archipelago.api.objects.Texts;
import dev.archipelago.api.selector.LabelSelector;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/// A pod affinity or anti-affinity term.
///
/// @param namespaces of the matched pods; empty for all
/// @param weight of a preferred term
record PodTerm(Set<String> namespaces, LabelSelector selector, String topologyKey, int weight) {
    private static final String NAME = "kubernetes.io/metadata.name";

    static List<PodTerm> required(JsonNode affinity, String namespace, Map<String, String> labels) {
        List<PodTerm> terms = new ArrayList<>();
        affinity.path("requiredDuringSchedulingIgnoredDuringExecution")
                .forEach(term -> terms.add(read(term, namespace, labels, 0)));
        return terms;
    }

    static List<PodTerm> preferred(JsonNode affinity, String namespace, Map<String, String> labels, int sign) {
        List<PodTerm> terms = new ArrayList<>();
        affinity.path("preferredDuringSchedulingIgnoredDuringExecution")
                .forEach(term -> terms.add(read(
                        term.path("podAffinityTerm"),
                        namespace,
                        labels,
                        sign * term.path("weight").asInt(1))));
        return terms;
    }

    private static PodTerm read(JsonNode term, String namespace, Map<String, String> labels, int weight) {
        return new PodTerm(
                namespaces(term, namespace),
                Spread.withLabelsOf(term, labels),
                term.path("topologyKey").asString(""),
                weight);
    }

    /// The namespaces of a term. Only namespace selectors by name are supported; others select the
    /// pod's own namespace.
    private static Set<String> namespaces(JsonNode term, String own) {
        Set<String> namespaces = new TreeSet<>(Texts.list(term.path("namespaces")));
        JsonNode selector = term.path("namespaceSelector");
        if (selector.isObject()) {
            if (selector.path("matchLabels").isEmpty()
                    && selector.path("matchExpressions").isEmpty()) {
                return Set.of();
            }
            LabelSelector.of(selector).requiredValue(NAME).ifPresent(namespaces::add);
        }
        if (namespaces.isEmpty()) {
            namespaces.add(own);
        }
        return namespaces;
    }

    boolean matches(String namespace, Map<String, String> labels) {
        return (namespaces.isEmpty() || namespaces.contains(namespace)) && selector.matches(labels);
    }
}
