package dev.archipelago.apiserver.defaults;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// The defaults that depend on other fields: which function does it for which type.
final class ComputedDefaults {
    private static final Map<String, Consumer<ObjectNode>> BY_TYPE = new HashMap<>();

    static {
        BY_TYPE.put("core.v1.Pod", PodDefaults::pod);
        BY_TYPE.put("core.v1.PodSpec", PodDefaults::podSpec);
        BY_TYPE.put("core.v1.Container", PodDefaults::container);
        BY_TYPE.put("core.v1.EphemeralContainer", PodDefaults::container);
        BY_TYPE.put("core.v1.Volume", PodDefaults::volume);
        BY_TYPE.put("core.v1.ImageVolumeSource", PodDefaults::imageVolume);
        BY_TYPE.put("core.v1.Secret", SecretDefaults::foldStringData);
        BY_TYPE.put("core.v1.Service", ServiceDefaults::service);
        BY_TYPE.put("core.v1.ServiceSpec", ServiceDefaults::serviceSpec);
        BY_TYPE.put("core.v1.ServicePort", ServiceDefaults::servicePort);
        BY_TYPE.put("core.v1.Namespace", ClusterDefaults::namespace);
        BY_TYPE.put("core.v1.NodeStatus", ClusterDefaults::nodeStatus);
        BY_TYPE.put("core.v1.LimitRangeItem", ClusterDefaults::limitRangeItem);
        BY_TYPE.put("core.v1.ReplicationController", WorkloadDefaults::replicationController);
        BY_TYPE.put("apps.v1.DeploymentStrategy", WorkloadDefaults::deploymentStrategy);
        BY_TYPE.put("apps.v1.DaemonSetUpdateStrategy", WorkloadDefaults::daemonSetStrategy);
        BY_TYPE.put("apps.v1.StatefulSetSpec", WorkloadDefaults::statefulSetSpec);
        BY_TYPE.put("apps.v1.StatefulSetUpdateStrategy", WorkloadDefaults::statefulSetStrategy);
        BY_TYPE.put("apps.v1beta1.Deployment", WorkloadDefaults::firstDeployment);
        BY_TYPE.put("apps.v1beta1.StatefulSet", WorkloadDefaults::firstStatefulSet);
        BY_TYPE.put("batch.v1.Job", WorkloadDefaults::job);
        BY_TYPE.put("autoscaling.v2.HorizontalPodAutoscalerSpec", AutoscalerDefaults::spec);
        BY_TYPE.put("networking.v1.NetworkPolicySpec", ClusterDefaults::networkPolicySpec);
        BY_TYPE.put("rbac.v1.Subject", ClusterDefaults::subject);
        BY_TYPE.put("apis.apiextensions.v1.CustomResourceDefinition", ClusterDefaults::customResourceDefinition);
        BY_TYPE.put("apis.apiextensions.v1.CustomResourceDefinitionNames", ClusterDefaults::customResourceNames);
    }

    private ComputedDefaults() {}

    static @Nullable Consumer<ObjectNode> of(String type) {
        return BY_TYPE.get(type);
    }

    static Iterable<String> types() {
        return BY_TYPE.keySet();
    }
}
