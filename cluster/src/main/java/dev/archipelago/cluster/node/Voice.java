package dev.archipelago.cluster.node;

import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.controller.plan.Remark;

/// What people are told of the containers of a pod, in the words they know.
///
/// Of a container that starts they are told just that: that its image was pulled and that it was created follows, and
/// would make three events of one, more than all other writes for a pod together.
final class Voice {
    private final Pod pod;

    Voice(Pod pod) {
        this.pod = pod;
    }

    Remark started(String container) {
        return Remark.normal(Pod.KIND, pod, "Started", "Started container " + container);
    }

    Remark restarting(String container) {
        return Remark.normal(
                Pod.KIND, pod, "Killing", "Container " + container + " definition changed, will be restarted");
    }

    Remark stopping(String container) {
        return Remark.normal(Pod.KIND, pod, "Killing", "Stopping container " + container);
    }

    Remark unpullable(String image, String why) {
        return Remark.warning(Pod.KIND, pod, "Failed", "Failed to pull image \"" + image + "\": " + why);
    }

    Remark waitsToPull(String image) {
        return Remark.normal(Pod.KIND, pod, "BackOff", "Back-off pulling image \"" + image + "\"");
    }

    Remark waitsToRestart(String message) {
        return Remark.warning(Pod.KIND, pod, "BackOff", message);
    }

    Remark rejected(String reason, String message) {
        return Remark.warning(Pod.KIND, pod, reason, message);
    }

    /// How the pod is called in messages.
    String podText() {
        return pod.name() + '_' + pod.namespace() + '(' + pod.uid() + ')';
    }
}
