package dev.archipelago.cluster.scheduler;

import dev.archipelago.api.objects.Texts;
import dev.archipelago.cluster.kinds.Node;
import dev.archipelago.cluster.kinds.NodeTerm;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.cluster.kinds.Toleration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The scheduling requirements of a pod. Decoded when the pod is scheduled, and not kept.
///
/// @param nodes terms of which one must match, if there are any
/// @param affinityTerms required affinity terms
/// @param antiAffinityTerms required anti-affinity terms
/// @param preferredTerms preferred terms; the weight of an anti-affinity is negative
record Needs(
        Pod pod,
        Map<String, String> nodeSelector,
        @Nullable List<NodeTerm> nodes,
        List<Preference> preferences,
        List<Toleration> tolerations,
        List<Spread> spreads,
        List<PodTerm> affinityTerms,
        List<PodTerm> antiAffinityTerms,
        List<PodTerm> preferredTerms) {

    /// A preferred node affinity term.
    record Preference(NodeTerm term, int weight) {}

    static Needs of(Pod pod) {
        JsonNode spec = pod.tree().path("spec");
        JsonNode affinity = spec.path("affinity");
        JsonNode toNode = affinity.path("nodeAffinity");
        JsonNode toPods = affinity.path("podAffinity");
        JsonNode fromPods = affinity.path("podAntiAffinity");
        List<Preference> preferences = new ArrayList<>();
        toNode.path("preferredDuringSchedulingIgnoredDuringExecution")
                .forEach(json -> preferences.add(new Preference(
                        NodeTerm.read(json.path("preference")),
                        json.path("weight").asInt(1))));
        List<PodTerm> preferredTerms = new ArrayList<>();
        preferredTerms.addAll(PodTerm.preferred(toPods, pod.namespace(), pod.labels(), 1));
        preferredTerms.addAll(PodTerm.preferred(fromPods, pod.namespace(), pod.labels(), -1));
        return new Needs(
                pod,
                Texts.map(spec.path("nodeSelector")),
                NodeTerm.readAll(toNode.path("requiredDuringSchedulingIgnoredDuringExecution")),
                preferences,
                Toleration.read(spec.path("tolerations")),
                Spread.read(spec.path("topologySpreadConstraints"), pod.labels()),
                PodTerm.required(toPods, pod.namespace(), pod.labels()),
                PodTerm.required(fromPods, pod.namespace(), pod.labels()),
                preferredTerms);
    }

    /// The required anti-affinity terms of a placed pod.
    static List<PodTerm> antiAffinityTermsOf(Pod pod) {
        return pod.hasAntiAffinity()
                ? PodTerm.required(
                        pod.tree().path("spec").path("affinity").path("podAntiAffinity"), pod.namespace(), pod.labels())
                : List.of();
    }

    boolean choosesNodes() {
        return nodes != null || !nodeSelector.isEmpty();
    }

    boolean allows(Node node) {
        for (Map.Entry<String, String> label : nodeSelector.entrySet()) {
            if (!label.getValue().equals(node.labels().get(label.getKey()))) {
                return false;
            }
        }
        return nodes == null || NodeTerm.anyMatches(nodes, node);
    }

    /// The first taint that the pod does not tolerate; null for none.
    Node.@Nullable Taint untolerated(Node node) {
        for (Node.Taint taint : node.taints()) {
            if (taint.repels() && !Toleration.tolerates(tolerations, taint)) {
                return taint;
            }
        }
        return null;
    }
}
