package dev.archipelago.cluster.daemonset;

import dev.archipelago.api.objects.Texts;
import dev.archipelago.cluster.kinds.Node;
import dev.archipelago.cluster.kinds.NodeTerm;
import dev.archipelago.cluster.kinds.Toleration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Decides which nodes the pods of a set may run on.
final class Eligibility {
    private final String nodeName;
    private final Map<String, String> nodeSelector;
    private final @Nullable List<NodeTerm> terms;
    private final List<Toleration> tolerations;

    enum Verdict {
        /// A pod should run there.
        RUN,
        /// An existing pod may stay.
        STAY,
        /// No pod may be there.
        LEAVE
    }

    /// @param spec of the pods, with all default tolerations
    Eligibility(JsonNode spec) {
        nodeName = spec.path("nodeName").asString("");
        nodeSelector = Texts.map(spec.path("nodeSelector"));
        terms = NodeTerm.readAll(
                spec.path("affinity").path("nodeAffinity").path("requiredDuringSchedulingIgnoredDuringExecution"));
        tolerations = Toleration.read(spec.path("tolerations"));
    }

    Verdict of(Node node) {
        if (!isMeant(node)) {
            return Verdict.LEAVE;
        }
        Verdict verdict = Verdict.RUN;
        for (Node.Taint taint : node.taints()) {
            if (!Toleration.tolerates(tolerations, taint)) {
                switch (taint.effect()) {
                    case "NoExecute" -> {
                        return Verdict.LEAVE;
                    }
                    case "NoSchedule" -> verdict = Verdict.STAY;
                    default -> {}
                }
            }
        }
        return verdict;
    }

    private boolean isMeant(Node node) {
        return (nodeName.isEmpty() || nodeName.equals(node.name()))
                && node.labels().entrySet().containsAll(nodeSelector.entrySet())
                && (terms == null || NodeTerm.anyMatches(terms, node));
    }
}
