package dev.archipelago.federation.crds;

import dev.archipelago.api.yaml.YamlReader;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.node.ObjectNode;

/// One object of each kind, with most of its fields.
final class Examples {
    private Examples() {}

    static final ObjectNode CLUSTER = tree("""
            apiVersion: cluster.karmada.io/v1alpha1
            kind: Cluster
            metadata: {name: member1}
            spec:
              id: 9b1d
              syncMode: Push
              apiEndpoint: https://192.0.2.1:6443
              secretRef: {namespace: karmada-cluster, name: member1}
              impersonatorSecretRef: {namespace: karmada-cluster, name: member1-impersonator}
              insecureSkipTLSVerification: false
              proxyHeader: {X-Site: north}
              provider: acme
              region: north
              zones: [north-1, north-2]
              taints: [{key: maintenance, value: "yes", effect: NoExecute, timeAdded: "2026-01-02T03:04:05Z"}]
              resourceModels: [{grade: 0, ranges: [{name: cpu, min: 0, max: "1"}, {name: memory, min: 0, max: 4Gi}]}]
            status:
              kubernetesVersion: v1.34.0
              apiEnablements: [{groupVersion: apps/v1, resources: [{name: deployments, kind: Deployment}]}]
              conditions:
                - {type: Ready, status: "True", reason: ClusterReady, message: fine, lastTransitionTime: "2026-01-02T03:04:05Z"}
              nodeSummary: {totalNum: 3, readyNum: 2}
              resourceSummary:
                allocatable: {cpu: "12", memory: 64Gi}
                allocated: {cpu: 500m}
                allocatableModelings: [{grade: 0, count: 3}]
              remedyActions: [TrafficControl]
            """);

    /// The example for Flink jobs in the proposal for stateful failover, with further fields of policies.
    static final ObjectNode PROPAGATION = tree("""
            apiVersion: policy.karmada.io/v1alpha1
            kind: PropagationPolicy
            metadata: {name: flink}
            spec:
              resourceSelectors:
                - apiVersion: flink.apache.org/v1beta1
                  kind: FlinkDeployment
                  name: word-count
                - {apiVersion: v1, kind: ConfigMap, name: words, labelSelector: {matchLabels: {app: flink}}}
              propagateDeps: true
              dependentOverrides: [images]
              activationPreference: Lazy
              suspension: {dispatchingOnClusters: {clusterNames: [member3]}}
              preserveResourcesOnDeletion: true
              schedulePriority: {priorityClassSource: KubePriorityClass, priorityClassName: high}
              failover:
                application:
                  decisionConditions: {}
                  gracePeriodSeconds: 60
                  statePreservation: {rules: [{aliasLabelName: flink.example.com/job-id, jsonPath: "{.jobStatus.jobId}"}]}
                cluster:
                  purgeMode: Directly
              placement:
                clusterAffinities:
                  - affinityName: near
                    clusterNames: [member1]
                    fieldSelector: {matchExpressions: [{key: region, operator: In, values: [north]}]}
                    overflowAffinities: [{affinityName: far, exclude: [member2]}]
                  - affinityName: any
                    labelSelector: {matchExpressions: [{key: spare, operator: Exists}]}
                clusterTolerations: [{key: maintenance, operator: Exists, effect: NoExecute, tolerationSeconds: 30}]
                spreadConstraints: [{spreadByField: cluster, maxGroups: 2}, {spreadByField: region, minGroups: 2, maxGroups: 2}]
                replicaScheduling:
                  replicaDivisionPreference: Aggregated
                  weightPreference:
                    staticWeightList: [{targetCluster: {clusterNames: [member1]}, weight: 2}]
                workloadAffinity: {antiAffinity: {groupByLabelKey: app}}
            """);

    static final ObjectNode OVERRIDE = tree("""
            apiVersion: policy.karmada.io/v1alpha1
            kind: OverridePolicy
            metadata: {name: images}
            spec:
              resourceSelectors: [{apiVersion: apps/v1, kind: Deployment}]
              # As clients that cannot leave an empty struct away send it.
              overriders: {}
              overrideRules:
                - targetCluster: {clusterNames: [member1], labelSelector: {matchLabels: {site: north}}}
                  overriders:
                    imageOverrider:
                      - {component: Registry, operator: replace, value: "images.example.com:5000"}
                      - {predicate: {path: /spec/image}, component: Tag, operator: remove}
                    commandOverrider: [{containerName: main, operator: add, value: [--verbose]}]
                    argsOverrider: [{containerName: main, operator: remove, value: [--quiet]}]
                    labelsOverrider: [{operator: replace, value: {site: north}}]
                    annotationsOverrider: [{operator: add, value: {example.com/site: north}}]
                    fieldOverrider:
                      - {fieldPath: /data/a.json, json: [{subPath: /port, operator: replace, value: 8080}]}
                      - {fieldPath: /data/a.yaml, yaml: [{subPath: /hosts, operator: add, value: [{name: a}]}]}
                    plaintext:
                      - {path: /spec/template/metadata/labels, operator: add, value: {deep: {er: [1, "two", null]}}}
                      - {path: /spec/replicas, operator: remove}
            """);

    static final ObjectNode BINDING = tree("""
            apiVersion: work.karmada.io/v1alpha2
            kind: ResourceBinding
            metadata: {name: web-statefulset}
            spec:
              resource: {apiVersion: apps/v1, kind: StatefulSet, namespace: default, name: web, uid: a, resourceVersion: "7"}
              replicas: 5
              replicaRequirements:
                nodeClaim:
                  hardNodeAffinity: {nodeSelectorTerms: [{matchExpressions: [{key: disk, operator: In, values: [ssd]}]}]}
                  nodeSelector: {disk: ssd}
                  tolerations: [{key: a, operator: Exists}]
                resourceRequest: {cpu: 100m, memory: 1Gi}
              components: [{name: main, replicas: 2, replicaRequirements: {resourceRequest: {cpu: 1}}}]
              clusters:
                - {name: member1, replicas: 3, ordinals: {start: 0}}
                - {name: member2, replicas: 2, ordinals: {start: 3}, components: [{name: main, replicas: 1}]}
              placement: {clusterAffinity: {clusterNames: [member1, member2]}, replicaScheduling: {}}
              gracefulEvictionTasks:
                - {fromCluster: member3, purgeMode: Directly, reason: TaintUntolerated, producer: TaintManager,
                   preservedLabelState: {job: a}, creationTimestamp: "2026-01-02T03:04:05Z", suppressDeletion: true}
              requiredBy: [{namespace: default, name: other, clusters: [{name: member1, replicas: 1}]}]
              failover: {application: {decisionConditions: {tolerationSeconds: 0}}}
              suspension: {scheduling: true, dispatching: false}
              schedulePriority: {}
              workloadAffinityGroups: {antiAffinityGroup: app=web}
            status:
              schedulerObservedGeneration: 3
              schedulerObservingAffinityName: near
              lastScheduledTime: "2026-01-02T03:04:05Z"
              conditions:
                - {type: Scheduled, status: "True", reason: Success, message: "", lastTransitionTime: "2026-01-02T03:04:05Z"}
                - {type: FullyApplied, status: "False", reason: FullyAppliedFailed, message: "", lastTransitionTime: "2026-01-02T03:04:05Z"}
              aggregatedStatus:
                - {clusterName: member1, applied: true, health: Healthy, status: {readyReplicas: 3, any: {thing: [1]}}}
              failoverHistory:
                - reason: ClusterFailover
                  failoverTime: "2026-01-02T03:04:05Z"
                  fromCluster: member3
                  originalCluster: [member3]
                  targetCluster: [member1, member2]
                  preservedLabelState: {job: a}
            """);

    /// The same for the cluster-scoped kind.
    static ObjectNode clusterWide(ObjectNode example) {
        ObjectNode copy = example.deepCopy();
        return copy.put("kind", "Cluster" + copy.path("kind").asString());
    }

    static ObjectNode tree(String yaml) {
        return (ObjectNode)
                YamlReader.read(yaml.getBytes(StandardCharsets.UTF_8)).tree();
    }
}
