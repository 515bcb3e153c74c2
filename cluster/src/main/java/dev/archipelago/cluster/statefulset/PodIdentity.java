package dev.archipelago.cluster.statefulset;

import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.cluster.kinds.StatefulSet;

/// The names of pods, `<set>-<ordinal>`, and of their claims, `<template>-<set>-<ordinal>`.
final class PodIdentity {
    static final String POD_NAME_LABEL = "statefulset.kubernetes.io/pod-name";
    static final String POD_INDEX_LABEL = "apps.kubernetes.io/pod-index";
    static final String REVISION_LABEL = "controller-revision-hash";

    private PodIdentity() {}

    static String podName(StatefulSet set, int ordinal) {
        return set.name() + '-' + ordinal;
    }

    static String claimName(StatefulSet.ClaimTemplate template, StatefulSet set, int ordinal) {
        return template.name() + '-' + podName(set, ordinal);
    }

    /// The part of a pod name before the ordinal; empty when there is no ordinal.
    static String parent(String name) {
        return ordinal(name) < 0 ? "" : name.substring(0, name.lastIndexOf('-'));
    }

    /// The ordinal in a name, or -1.
    static int ordinal(String name) {
        int dash = name.lastIndexOf('-');
        if (dash < 0 || dash == name.length() - 1) {
            return -1;
        }
        if (name.charAt(dash + 1) == '0' && dash + 2 < name.length()) {
            // Otherwise `web-00` would be a second `web-0`.
            return -1;
        }
        for (int i = dash + 1; i < name.length(); i++) {
            if (name.charAt(i) < '0' || name.charAt(i) > '9') {
                return -1;
            }
        }
        try {
            return Integer.parseInt(name.substring(dash + 1));
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    /// Whether the name of a pod belongs to a set.
    static boolean isMember(StatefulSet set, Pod pod) {
        return parent(pod.name()).equals(set.name());
    }

    /// Whether a pod has its name as a label.
    static boolean isMarked(Pod pod) {
        return pod.name().equals(pod.labels().get(POD_NAME_LABEL));
    }

    /// The revision that a pod was created from.
    static String revision(Pod pod) {
        return pod.labels().getOrDefault(REVISION_LABEL, "");
    }
}
