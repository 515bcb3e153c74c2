package dev.archipelago.api.cluster;

/// The Kubernetes version that our servers and nodes implement.
public final class KubernetesVersion {
    public static final String MAJOR = "1";
    public static final String MINOR = "36";
    public static final String GIT_VERSION = "v1.36.4+archipelago";

    private KubernetesVersion() {}
}
