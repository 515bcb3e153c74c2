package dev.archipelago.cluster.volumes;

/// Annotations, finalizers and names of drivers.
final class Names {
    static final String PROVISIONER = "archipelago.dev/simulated";
    /// The same in the form of a CSI driver name.
    static final String DRIVER = "simulated.archipelago.dev";

    static final String CLAIM_PROTECTION = "kubernetes.io/pvc-protection";
    static final String VOLUME_PROTECTION = "kubernetes.io/pv-protection";
    static final String BIND_COMPLETED = "pv.kubernetes.io/bind-completed";
    static final String BOUND_BY_CONTROLLER = "pv.kubernetes.io/bound-by-controller";
    static final String PROVISIONED_BY = "pv.kubernetes.io/provisioned-by";
    static final String STORAGE_PROVISIONER = "volume.kubernetes.io/storage-provisioner";
    static final String SELECTED_NODE = "volume.kubernetes.io/selected-node";

    private Names() {}
}
