package dev.archipelago.cluster.node;

import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.controller.plan.EventNote;

/// The events of a pod and its containers, with the reasons and messages of Kubernetes.
///
/// A container that starts gets one event only. Kubernetes also reports that its image was pulled and that it was
/// created; three events would be more than all other writes for a pod together.
final class ContainerEvents {
    private final Pod pod;

    ContainerEvents(Pod pod) {
        this.pod = pod;
    }

    EventNote started(String container) {
        return EventNote.normal(Pod.KIND, pod, "Started", "Started container " + container);
    }

    EventNote restarting(String container) {
        return EventNote.normal(
                Pod.KIND, pod, "Killing", "Container " + container + " definition changed, will be restarted");
    }

    EventNote stopping(String container) {
        return EventNote.normal(Pod.KIND, pod, "Killing", "Stopping container " + container);
    }

    EventNote unpullable(String image, String why) {
        return EventNote.warning(Pod.KIND, pod, "Failed", "Failed to pull image \"" + image + "\": " + why);
    }

    EventNote waitsToPull(String image) {
        return EventNote.normal(Pod.KIND, pod, "BackOff", "Back-off pulling image \"" + image + "\"");
    }

    EventNote waitsToRestart(String message) {
        return EventNote.warning(Pod.KIND, pod, "BackOff", message);
    }

    EventNote rejected(String reason, String message) {
        return EventNote.warning(Pod.KIND, pod, reason, message);
    }

    /// The pod as named in messages.
    String podText() {
        return pod.name() + '_' + pod.namespace() + '(' + pod.uid() + ')';
    }
}
