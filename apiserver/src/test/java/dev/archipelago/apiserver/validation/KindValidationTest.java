package dev.archipelago.apiserver.validation;

import static dev.archipelago.apiserver.defaults.YamlObjects.tree;
import static dev.archipelago.apiserver.validation.ValidationTest.assertVerdict;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.ObjectNode;

class KindValidationTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
        Service | spec: {ports: []} | spec.ports: Required value
        Service | spec: {ports: [], clusterIP: None} | OK
        Service | spec: {type: X} | spec.type: Unsupported value: "X": supported values: "ClusterIP", "ExternalName", "LoadBalancer", "NodePort"
        Service | spec: {ports: [{port: 0, protocol: X}]} | spec.ports[0].port: Invalid value: 0: must be between 1 and 65535, inclusive ;; spec.ports[0].protocol: Unsupported value: "X": supported values: "SCTP", "TCP", "UDP" ;; spec.ports[0].targetPort: Invalid value: 0
        Service | spec: {ports: [{port: 1}, {port: 2, name: a}]} | spec.ports[0].name: Required value
        Service | spec: {ports: [{port: 1, name: a}, {port: 2, name: a}]} | spec.ports[1].name: Duplicate value: "a"
        Service | spec: {ports: [{port: 1, name: a}, {port: 1, name: b}]} | spec.ports[1]: Duplicate value: {"protocol":"TCP","port":1}
        Service | spec: {ports: [{port: 1, nodePort: 30000}]} | spec.ports[0].nodePort: Forbidden: may not be used when `type` is 'ClusterIP'
        Service | spec: {type: NodePort, clusterIP: None} | spec.clusterIPs[0]: Invalid value: "None": may not be set to 'None' for NodePort services
        Service | spec: {type: ExternalName} | spec.externalName: Required value
        Service | spec: {type: ExternalName, externalName: A} | spec.externalName: Invalid value: "A": a lowercase RFC 1123 subdomain
        Service | spec: {sessionAffinity: X} | spec.sessionAffinity: Unsupported value: "X": supported values: "ClientIP", "None"
        Service | spec: {sessionAffinity: ClientIP, sessionAffinityConfig: {clientIP: {timeoutSeconds: 0}}} | spec.sessionAffinityConfig.clientIP.timeoutSeconds: Invalid value: 0: must be greater than 0 and less than 86400
        Service | spec: {clusterIP: x} | spec.clusterIPs[0]: Invalid value: "x": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)
        Service | spec: {clusterIP: 10.0.0.1, clusterIPs: [10.0.0.2]} | spec.clusterIPs: Invalid value: ["10.0.0.2"]: first value must match `clusterIP`
        Service | spec: {clusterIP: 10.0.0.1, ipFamilies: [IPv6]} | spec.clusterIPs[0]: Invalid value: "10.0.0.1": expected an IPv6 value as indicated by `ipFamilies[0]`
        Service | spec: {externalIPs: [127.0.0.1]} | spec.externalIPs[0]: Invalid value: "127.0.0.1": may not be in the loopback range (127.0.0.0/8, ::1/128)
        Service | spec: {externalTrafficPolicy: Local} | spec.externalTrafficPolicy: Invalid value: "Local": may only be set for externally-accessible services
        Service | spec: {loadBalancerClass: a/b} | spec.loadBalancerClass: Forbidden: may only be used when `type` is 'LoadBalancer'
        Service | spec: {loadBalancerSourceRanges: [x]} | spec.LoadBalancerSourceRanges: Forbidden: may only be used when `type` is 'LoadBalancer' ;; spec.LoadBalancerSourceRanges[0]: Invalid value: "x": must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)
        Service | spec: {selector: {a: 'b c'}} | spec.selector: Invalid value: "b c": a valid label must be
        Service | metadata: {name: 1a} | OK
        Service | metadata: {name: a.b} | metadata.name: Invalid value: "a.b": must not contain dots
        PersistentVolumeClaim | spec: {accessModes: []} | spec.accessModes: Required value: at least 1 access mode is required
        PersistentVolumeClaim | spec: {accessModes: [X]} | spec.accessModes: Unsupported value: "X": supported values: "ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod"
        PersistentVolumeClaim | spec: {accessModes: [ReadWriteOnce, ReadWriteOncePod]} | spec.accessModes: Forbidden: may not use ReadWriteOncePod with other access modes
        PersistentVolumeClaim | spec: {resources: null} | spec.resources[storage]: Required value
        PersistentVolumeClaim | spec: {resources: {requests: {storage: 0}}} | spec.resources[storage]: Invalid value: "0": must be greater than zero
        PersistentVolumeClaim | spec: {storageClassName: A, volumeMode: X} | spec.storageClassName: Invalid value: "A": a lowercase ;; spec.volumeMode: Unsupported value: "X": supported values: "Block", "Filesystem"
        PersistentVolumeClaim | spec: {dataSource: {kind: Pod, name: a}} | spec.dataSource: Invalid value: "Pod": must be 'PersistentVolumeClaim' when referencing the default apiGroup
        PersistentVolume | spec: {hostPath: null} | spec: Required value: must specify a volume type
        PersistentVolume | spec: {nfs: {server: s, path: /p}} | spec.nfs: Forbidden: may not specify more than 1 volume type
        PersistentVolume | spec: {capacity: {storage: 0}} | spec.capacity[storage]: Invalid value: "0": must be greater than zero
        PersistentVolume | spec: {hostPath: null, local: {path: /x}} | spec.nodeAffinity: Required value: Local volume requires node affinity
        StorageClass | {provisioner: '', volumeBindingMode: X} | provisioner: Required value ;; volumeBindingMode: Unsupported value: "X": supported values: "Immediate", "WaitForFirstConsumer"
        ConfigMap | data: {'a b': c, '..': d} | data[a b]: Invalid value: "a b": a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+') ;; data[..]: Invalid value: "..": must not be '..'
        ConfigMap | binaryData: {k: dg==} | data[k]: Invalid value: "k": duplicate of key present in binaryData
        Secret | type: kubernetes.io/tls | data[tls.crt]: Required value ;; data[tls.key]: Required value
        Secret | type: kubernetes.io/service-account-token | metadata.annotations[kubernetes.io/service-account.name]: Required value
        Namespace | spec: {finalizers: [odd]} | spec.finalizers: Invalid value: "odd": name is neither a standard finalizer name nor is it fully qualified
        Node | spec: {taints: [{key: a, effect: X}, {key: b, effect: NoExecute}, {key: b, effect: NoExecute}]} | spec.taints[0].effect: Unsupported value: "X": supported values: "NoSchedule", "PreferNoSchedule", "NoExecute" ;; spec.taints[2]: Duplicate value: {"key":"b","effect":"NoExecute"}
        ResourceQuota | spec: {hard: {pods: 500m, foo: 1}} | spec.hard[pods]: Invalid value: "500m": must be an integer ;; spec.hard[foo]: Invalid value: "foo": must be a standard resource type or fully qualified
        ResourceQuota | spec: {scopes: [BestEffort, NotBestEffort]} | spec.scopes: Invalid value: ["BestEffort","NotBestEffort"]: conflicting scopes
        LimitRange | spec: {limits: [{type: X}]} | spec.limits[0].type: Invalid value: "X": must be a standard limit type or fully qualified
        LimitRange | spec: {limits: [{type: Pod, min: {cpu: 2}, max: {cpu: 1}}]} | spec.limits[0].min[cpu]: Invalid value: "2": min value 2 is greater than max value 1
        Event | involvedObject: {namespace: x} | involvedObject.namespace: Invalid value: "x": does not match event.namespace
        Lease | spec: {leaseDurationSeconds: 0, leaseTransitions: -1} | spec.leaseDurationSeconds: Invalid value: 0: must be greater than 0 ;; spec.leaseTransitions: Invalid value: -1: must be greater than or equal to 0
        PriorityClass | value: 2000000000 | value: Forbidden: maximum allowed value of a user defined priority is 1000000000
        PriorityClass | metadata: {name: system-x} | metadata.name: Forbidden: priority class names with 'system-' prefix are reserved for system use only.
        ControllerRevision | data: null | data: Required value: data is mandatory
        Role | rules: [{}] | rules[0].verbs: Required value: verbs must contain at least one value ;; rules[0].apiGroups: Required value: resource rules must supply at least one api group ;; rules[0].resources: Required value: resource rules must supply at least one resource
        Role | rules: [{verbs: [get], nonResourceURLs: [/x]}] | rules[0].nonResourceURLs: Invalid value: ["/x"]: namespaced rules cannot apply to non-resource URLs
        RoleBinding | {roleRef: {kind: X, name: ''}, subjects: [{kind: Y}]} | roleRef.kind: Unsupported value: "X": supported values: "Role", "ClusterRole" ;; roleRef.name: Required value ;; subjects[0].name: Required value ;; subjects[0].kind: Unsupported value: "Y": supported values: "ServiceAccount", "User", "Group"
        ClusterRoleBinding | subjects: [{kind: ServiceAccount, name: a}] | subjects[0].namespace: Required value
        PodDisruptionBudget | spec: {maxUnavailable: 101%} | spec: Invalid value: {"minAvailable":1, ;; spec.maxUnavailable: Invalid value: "101%": must not be greater than 100%
        HorizontalPodAutoscaler | spec: {minReplicas: 5} | spec.maxReplicas: Invalid value: 3: must be greater than or equal to `minReplicas`
        HorizontalPodAutoscaler | spec: {metrics: [{type: X}, {type: Pods}]} | spec.metrics[0].type: Unsupported value: "X": supported values: "ContainerResource", "External", "Object", "Pods", "Resource" ;; spec.metrics[1].pods: Required value: must populate information for the given metric source
        Ingress | spec: {defaultBackend: null} | spec: Invalid value: "": either `defaultBackend` or `rules` must be specified
        Ingress | spec: {rules: [{host: 1.2.3.4, http: {paths: [{path: a, pathType: Prefix, backend: {}}]}}]} | spec.rules[0].host: Invalid value: "1.2.3.4": must be a DNS name, not an IP address ;; spec.rules[0].http.paths[0].path: Invalid value: "a": must be an absolute path ;; spec.rules[0].http.paths[0].backend: Invalid value: "": resource or service backend is required
        NetworkPolicy | spec: {ingress: [{from: [{}], ports: [{port: 0, endPort: 5}]}]} | spec.ingress[0].ports[0].port: Invalid value: 0: must be between 1 and 65535, inclusive ;; spec.ingress[0].from[0]: Required value: must specify a peer
        EndpointSlice | {addressType: IPv4, endpoints: [{addresses: ['fd00::1']}, {}]} | endpoints[0].addresses: Invalid value: "fd00::1": must be an IPv4 address ;; endpoints[1].addresses: Required value: must contain at least 1 address
        ValidatingWebhookConfiguration | webhooks: [{name: a.b, clientConfig: {}, timeoutSeconds: 31}] | webhooks[0].name: Invalid value: "a.b": should be a domain with at least three segments separated by dots ;; webhooks[0].sideEffects: Required value: must specify one of None, NoneOnDryRun ;; webhooks[0].timeoutSeconds: Invalid value: 31: the timeout value must be between 1 and 30 seconds ;; webhooks[0].clientConfig: Required value: exactly one of url or service is required ;; webhooks[0].admissionReviewVersions: Required value: must specify one of v1, v1beta1
        """)
    void create(String kind, String patch, String expected) {
        assertVerdict(Judge.create(kind, patch), expected);
    }

    @Test
    void configMapsAndSecretsHaveASizeLimit() {
        ObjectNode text = tree("data: {}");
        ((ObjectNode) text.get("data")).put("k", "x".repeat(1024 * 1024 + 1));
        assertThat(Judge.create("ConfigMap", text)).containsExactly(": Too long: may not be more than 1048576 bytes");

        ObjectNode bytes = tree("data: {}");
        ((ObjectNode) bytes.get("data")).put("k", Base64.getEncoder().encodeToString(new byte[1024 * 1024 + 1]));
        assertThat(Judge.create("Secret", bytes)).containsExactly("data: Too long: may not be more than 1048576 bytes");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
        Service | spec: {clusterIP: 10.0.0.1, clusterIPs: [10.0.0.1]} | spec: {clusterIP: 10.0.0.2, clusterIPs: [10.0.0.2]} | spec.clusterIPs[0]: Invalid value: ["10.0.0.2"]: may not change once set
        Service | spec: {clusterIP: 10.0.0.1, clusterIPs: [10.0.0.1]} | spec: {ports: [{port: 81}]} | OK
        Service | spec: {clusterIP: 10.0.0.1, clusterIPs: [10.0.0.1]} | spec: {type: ExternalName, externalName: a.b, clusterIP: 10.0.0.1, clusterIPs: [10.0.0.1]} | OK
        Service | spec: {type: LoadBalancer, loadBalancerClass: a/b} | spec: {type: LoadBalancer, loadBalancerClass: a/c} | spec.loadBalancerClass: Invalid value: "a/c": may not change once set
        PersistentVolumeClaim | {} | spec: {accessModes: [ReadWriteMany]} | spec: Forbidden: spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims
        PersistentVolumeClaim | {} | spec: {volumeName: v} | OK
        PersistentVolumeClaim | spec: {volumeName: v} | spec: {volumeName: w} | spec: Forbidden: spec is immutable after creation
        PersistentVolumeClaim | {} | spec: {storageClassName: fast} | OK
        PersistentVolumeClaim | spec: {storageClassName: slow} | spec: {storageClassName: fast} | spec: Forbidden: spec is immutable after creation
        PersistentVolumeClaim | spec: {storageClassName: ''} | spec: {storageClassName: fast} | spec: Forbidden: spec is immutable after creation
        PersistentVolumeClaim | {} | spec: {resources: {requests: {storage: 3Gi}}} | spec: Forbidden: spec is immutable after creation
        PersistentVolumeClaim | status: {phase: Bound} | {spec: {resources: {requests: {storage: 3Gi}}}, status: {phase: Bound}} | OK
        PersistentVolumeClaim | status: {phase: Bound, capacity: {storage: 2Gi}} | {spec: {resources: {requests: {storage: 1Gi}}}, status: {phase: Bound}} | spec.resources.requests.storage: Forbidden: field can not be less than status.capacity
        PersistentVolumeClaim | {} | spec: {volumeMode: Block} | spec: Forbidden: spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims ;; volumeMode: Invalid value: "Block": field is immutable
        PersistentVolume | {} | spec: {hostPath: {path: /b}} | spec.persistentvolumesource: Forbidden: spec.persistentvolumesource is immutable after creation
        PersistentVolume | {} | spec: {persistentVolumeReclaimPolicy: Delete, claimRef: {name: a, namespace: b}} | OK
        StorageClass | {} | {provisioner: a/b, reclaimPolicy: Retain} | provisioner: Invalid value: "a/b": field is immutable ;; reclaimPolicy: Invalid value: "Retain": field is immutable
        ConfigMap | {} | data: {k: w} | OK
        ConfigMap | immutable: true | {immutable: true, data: {k: w}} | data: Forbidden: field is immutable when `immutable` is set
        ConfigMap | immutable: true | {} | immutable: Forbidden: field is immutable when `immutable` is set
        Secret | immutable: true | {immutable: true, stringData: {k: w}} | data: Forbidden: field is immutable when `immutable` is set
        Secret | {} | type: other/type | type: Invalid value: "other/type": field is immutable
        Node | spec: {providerID: a, podCIDRs: [10.0.0.0/24]} | spec: {providerID: b, podCIDRs: [10.0.1.0/24]} | spec.podCIDRs: Forbidden: node updates may not change podCIDR except from "" to valid ;; spec.providerID: Forbidden: node updates may not change providerID except from "" to valid
        RoleBinding | {} | roleRef: {name: other} | roleRef: Invalid value: {"kind":"Role","name":"other","apiGroup":"rbac.authorization.k8s.io"}: cannot change roleRef
        ClusterRoleBinding | {} | roleRef: {name: other} | roleRef: Invalid value: {"kind":"ClusterRole","name":"other","apiGroup":"rbac.authorization.k8s.io"}: cannot change roleRef
        ResourceQuota | {} | spec: {scopes: [BestEffort]} | spec.scopes: Invalid value: ["BestEffort"]: field is immutable
        PriorityClass | {} | {value: 6, preemptionPolicy: Never} | value: Forbidden: may not be changed in an update. ;; preemptionPolicy: Invalid value: "Never": field is immutable
        EndpointSlice | {} | {addressType: IPv6, endpoints: []} | addressType: Invalid value: "IPv6": field is immutable
        ControllerRevision | {} | {data: {a: c}, revision: 2} | data: Invalid value: {"a":"c"}: field is immutable
        """)
    void update(String kind, String old, String updated, String expected) {
        assertVerdict(Judge.update(kind, old, updated), expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
        Namespace | {} | status: {phase: Terminating} | status.Phase: Invalid value: "Terminating": may only be 'Active' if `deletionTimestamp` is empty
        Service | {} | status: {loadBalancer: {ingress: [{ip: 1.2.3.4}]}} | status.loadBalancer.ingress: Forbidden: may only be used when `spec.type` is "LoadBalancer"
        PersistentVolumeClaim | {} | status: {capacity: {storage: -1}} | status.capacity[storage]: Invalid value: "-1": must be a valid resource quantity
        PodDisruptionBudget | {} | status: {currentHealthy: -1} | status.currentHealthy: Invalid value: -1: must be greater than or equal to 0
        """)
    void status(String kind, String old, String updated, String expected) {
        assertVerdict(Judge.updateStatus(kind, old, updated), expected);
    }
}
