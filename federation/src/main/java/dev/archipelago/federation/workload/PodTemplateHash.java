package dev.archipelago.federation.workload;

import dev.archipelago.cluster.history.RevisionData;
import dev.archipelago.federation.kinds.Hash;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.node.ObjectNode;

/// A hash of a pod template. It is the same for the template of an object and for that of the ControllerRevision which
/// was made of it.
public final class PodTemplateHash {
    private PodTemplateHash() {}

    public static String of(ObjectNode podTemplate) {
        return Hash.of(RevisionData.canonical(RevisionData.of(podTemplate)).getBytes(StandardCharsets.UTF_8));
    }
}
