package dev.archipelago.apiserver.defaults;

import static dev.archipelago.apiserver.defaults.YamlObjects.decoded;
import static dev.archipelago.apiserver.defaults.YamlObjects.tree;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.ObjectNode;

class PreparationTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        core.v1.Namespace | {} | {spec: {finalizers: [kubernetes]}, status: {phase: Active}}
        core.v1.Namespace | spec: {finalizers: [a, kubernetes]} | {spec: {finalizers: [a, kubernetes]}, status: {phase: Active}}
        core.v1.PersistentVolumeClaim | status: {phase: Bound} | status: {phase: Pending}
        apps.v1.StatefulSet | spec: {replicas: 3} | {spec: {replicas: 3}, status: {replicas: 0, availableReplicas: 0}}
        core.v1.ConfigMap | data: {a: b} | data: {a: b}
        core.v1.Service | spec: {type: ClusterIP, clusterIP: None} | {spec: {type: ClusterIP, clusterIP: None, clusterIPs: [None], ipFamilyPolicy: SingleStack, ipFamilies: [IPv4]}, status: {loadBalancer: {}}}
        core.v1.Service | spec: {type: ExternalName} | {spec: {type: ExternalName}, status: {loadBalancer: {}}}
        batch.v1.Job | {metadata: {name: j, uid: u}, spec: {template: {}}} | {metadata: {name: j, uid: u, labels: {job-name: j, batch.kubernetes.io/job-name: j, controller-uid: u, batch.kubernetes.io/controller-uid: u}}, spec: {selector: {matchLabels: {batch.kubernetes.io/controller-uid: u}}, template: {metadata: {labels: {job-name: j, batch.kubernetes.io/job-name: j, controller-uid: u, batch.kubernetes.io/controller-uid: u}}}}, status: {}}
        batch.v1.Job | spec: {manualSelector: true, template: {}} | {spec: {manualSelector: true, template: {}}, status: {}}
        """)
    void onCreate(String type, String given, String expected) {
        ObjectNode object = decoded(type, given);
        Preparation.forCreate(type, object);
        assertThat(object).isEqualTo(tree(expected));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        {}                                                              | {}                       | BestEffort
        {requests: {cpu: 0}}                                            | {}                       | BestEffort
        {requests: {cpu: 1}}                                            | {}                       | Burstable
        {limits: {cpu: 1, memory: 1Gi}, requests: {cpu: 1000m, memory: 1Gi}} | {limits: {cpu: 2, memory: 1Mi}} | Guaranteed
        {limits: {cpu: 1, memory: 1Gi}, requests: {cpu: 500m, memory: 1Gi}}  | {limits: {cpu: 2, memory: 1Mi}} | Burstable
        {limits: {cpu: 1, memory: 1Gi}}                                 | {}                       | Burstable
        """)
    void newPodsArePendingAndHaveTheirQualityOfService(String first, String second, String quality) {
        ObjectNode pod = decoded(
                "core.v1.Pod",
                "{spec: {containers: [{name: a, resources: %s}, {name: b, resources: %s}]}, status: {phase: Running}}"
                        .formatted(first, second));
        Preparation.forCreate("core.v1.Pod", pod);
        assertThat(pod.get("status")).isEqualTo(tree("{phase: Pending, qosClass: %s}".formatted(quality)));
    }

    @Test
    void gatedPodsSaySo() {
        ObjectNode pod = decoded("core.v1.Pod", "spec: {schedulingGates: [{name: a}]}");
        Preparation.forCreate("core.v1.Pod", pod);
        assertThat(pod.at("/status/conditions/0/reason").stringValue()).isEqualTo("SchedulingGated");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        core.v1.Namespace | spec: {finalizers: [kubernetes]} | spec: {finalizers: []} | spec: {finalizers: [kubernetes]}
        apps.v1.DaemonSet | {metadata: {annotations: {deprecated.daemonset.template.generation: '4'}}, spec: {template: {}}} | spec: {template: {spec: {}}} | {spec: {template: {spec: {}}}, metadata: {annotations: {deprecated.daemonset.template.generation: '5'}}}
        """)
    void onUpdate(String type, String old, String given, String expected) {
        ObjectNode updated = decoded(type, given);
        Preparation.forUpdate(type, decoded(type, old), updated);
        assertThat(updated).isEqualTo(tree(expected));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        # keeps what was allotted
        type: ClusterIP, clusterIP: 10.0.0.1, clusterIPs: [10.0.0.1] | type: ClusterIP | type: ClusterIP, clusterIP: 10.0.0.1, clusterIPs: [10.0.0.1]
        type: NodePort, ports: [{name: a, port: 1, nodePort: 30001}] | type: NodePort, ports: [{name: a, port: 2}] | type: NodePort, ports: [{name: a, port: 2, nodePort: 30001}]
        type: NodePort, ports: [{name: a, port: 1, nodePort: 30001}] | type: NodePort, ports: [{name: a, port: 1}, {name: b, port: 2, nodePort: 30001}] | type: NodePort, ports: [{name: a, port: 1}, {name: b, port: 2, nodePort: 30001}]
        # drops what the type has no use for
        type: NodePort, externalTrafficPolicy: Cluster, ports: [{port: 1, nodePort: 30001}] | type: ClusterIP, externalTrafficPolicy: Cluster, ports: [{port: 1, nodePort: 30001}] | type: ClusterIP, ports: [{port: 1}]
        type: LoadBalancer, allocateLoadBalancerNodePorts: true, loadBalancerClass: a/b | type: ClusterIP, allocateLoadBalancerNodePorts: true, loadBalancerClass: a/b | type: ClusterIP
        # but not what the user changed at the same time
        type: NodePort, ports: [{port: 1, nodePort: 30001}] | type: ClusterIP, ports: [{port: 1, nodePort: 30002}] | type: ClusterIP, ports: [{port: 1, nodePort: 30002}]
        """)
    void servicesOnUpdate(String old, String given, String expected) {
        ObjectNode updated = decoded("core.v1.Service", "spec: {%s}".formatted(given));
        Preparation.forUpdate("core.v1.Service", decoded("core.v1.Service", "spec: {%s}".formatted(old)), updated);
        ObjectNode spec = (ObjectNode) updated.get("spec");
        spec.remove("ipFamilies");
        spec.remove("ipFamilyPolicy");
        assertThat(spec).isEqualTo(tree("{" + expected + "}"));
    }

    @Test
    void anExternalNameHasNoClusterIp() {
        ObjectNode old = decoded("core.v1.Service", """
            spec:
              type: ClusterIP
              clusterIP: 10.0.0.1
              clusterIPs: [10.0.0.1]
              ipFamilies: [IPv4]
              ipFamilyPolicy: SingleStack
            """);
        ObjectNode updated = old.deepCopy();
        ((ObjectNode) updated.get("spec")).put("type", "ExternalName");
        Preparation.forUpdate("core.v1.Service", old, updated);
        assertThat(updated.get("spec")).isEqualTo(tree("type: ExternalName"));
    }
}
