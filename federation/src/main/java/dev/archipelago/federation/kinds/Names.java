package dev.archipelago.federation.kinds;

import java.util.List;

/// Labels, annotations, finalizers and namespaces that the federation shares with users and members.
public final class Names {
    /// On objects in members: that the federation made it.
    public static final String MANAGED_LABEL = "karmada.io/managed";

    /// On objects in members: the federation that made it.
    public static final String FEDERATION = "federation.alpha.kubernetes.io/federation-name";

    /// On objects in members: the uid of the federation's object it was made of.
    public static final String TEMPLATE_UID = "resourcetemplate.karmada.io/uid";

    /// On objects in members: its binding, in the same namespace.
    public static final String BINDING_NAME = "resourcebinding.karmada.io/name";

    /// On objects in members: a hash of the last rendered object.
    public static final String RENDERED = "archipelago.dev/rendered";

    /// On workloads in members: a hash of the last rendered pod template.
    public static final String REVISION = "archipelago.dev/revision";

    /// On pods of a federated Deployment, and so on its ReplicaSets in members: a hash of the federation's pod
    /// template.
    public static final String POD_TEMPLATE_LABEL = "archipelago.dev/pod-template";

    /// On ReplicaSets of the federation that show a revision of a federated Deployment: the name of that.
    public static final String SHADOW = "archipelago.dev/shadow-of";

    /// On objects in members: that the federation made it and released it, as JSON.
    public static final String ORPHANED = "archipelago.dev/orphaned";

    /// On bindings and policies: keeps a binding until its objects are gone from all members.
    public static final String BINDING_FINALIZER = "karmada.io/binding-controller";

    /// On bindings: clusters whose objects are not waited for, separated by commas.
    public static final String ABANDONED = "archipelago.dev/abandoned-clusters";

    /// On objects in members: the uid of the Cluster object at the time of the sync. It tells objects of an
    /// earlier membership apart.
    public static final String MEMBERSHIP = "archipelago.dev/membership";

    /// On Secrets with the credentials of a member: the only scope they may be sent
    /// to, see [Cluster#credentialScope()].
    public static final String CREDENTIAL_SCOPE = "archipelago.dev/api-endpoint";

    /// On objects in members: the overrides that were applied, as JSON.
    public static final String APPLIED_OVERRIDES = "policy.karmada.io/applied-overrides";

    /// The same for ClusterOverridePolicies.
    public static final String APPLIED_CLUSTER_OVERRIDES = "policy.karmada.io/applied-cluster-overrides";

    public static final String POLICY_NAMESPACE = "propagationpolicy.karmada.io/namespace";
    public static final String POLICY_NAME = "propagationpolicy.karmada.io/name";
    public static final String CLUSTER_POLICY_NAME = "clusterpropagationpolicy.karmada.io/name";

    /// The cluster selector of Federation v1.
    public static final String CLUSTER_SELECTOR = "federation.alpha.kubernetes.io/cluster-selector";

    public static final String STATEFULSET_PREFERENCES = "federation.kubernetes.io/statefulset-preferences";
    public static final String DEPLOYMENT_PREFERENCES = "federation.kubernetes.io/deployment-preferences";
    public static final String REPLICASET_PREFERENCES = "federation.kubernetes.io/replica-set-preferences";
    public static final String JOB_PREFERENCES = "federation.kubernetes.io/job-preferences";

    /// `true` for a load balancer for each replica.
    public static final String LOAD_BALANCERS = "federation.kubernetes.io/statefulset-lb-needed";

    /// On a headless service: the replicas that have load balancers.
    public static final String REPLICA_LIST = "federation.kubernetes.io/stateful-replica-list";

    /// On pods of a federated StatefulSet: its name in the federation.
    public static final String REPLICA_LABEL = "federated-statefulset";

    /// `Global` for one run of ordinals over all clusters.
    public static final String IDENTITY = "archipelago.dev/identity";

    /// `Ordered` to start the replicas of one cluster after those of another.
    public static final String BOOTSTRAP = "archipelago.dev/bootstrap";

    /// `OneAtATime` to add and remove one replica after the other.
    public static final String SCALING = "archipelago.dev/scaling";

    /// Clusters that an update of the pods need not wait for while they are unreachable, separated by commas. They
    /// are updated when they are back.
    public static final String ROLLOUT_SKIP = "archipelago.dev/rollout-skip";

    /// Clusters in the order in which they get new pods, separated by commas; others follow by name.
    public static final String ROLLOUT_ORDER = "archipelago.dev/rollout-order";

    /// How many clusters get new pods at the same time: a number, or a part of all such as `100%`. Default: 1.
    public static final String ROLLOUT_CLUSTERS_MAX = "archipelago.dev/rollout-max-clusters";

    /// On StatefulSets: `Hold` to start nothing in a cluster that was replaced and lost the volumes; `Start` otherwise.
    public static final String LOST_VOLUMES = "archipelago.dev/lost-volumes";

    /// On StatefulSets: the clusters whose loss of volumes a user has accepted, as `CLUSTER/ID`, separated by commas.
    public static final String LOST_VOLUMES_ACCEPTED = "archipelago.dev/lost-volumes-accepted";

    /// On Clusters, followed by a hash of a binding's name: the global ordinals that the cluster kept of a set that
    /// was deleted with orphaning, as JSON.
    public static final String KEPT_ORDINALS = "kept-ordinals.archipelago.dev/";

    /// The label with the name of a cluster, for selectors.
    public static final String CLUSTER_NAME_LABEL = "kubernetes.io/metadata.name";

    /// The namespace of the federation's own objects. It is not propagated.
    public static final String SYSTEM_NAMESPACE = "archipelago-system";

    /// The namespaces of the Secrets with member credentials: its own, and that of `karmadactl join`. They
    /// are not propagated.
    public static final List<String> CREDENTIAL_NAMESPACES = List.of(SYSTEM_NAMESPACE, "karmada-cluster");

    private Names() {}
}
