package dev.archipelago.apiserver.defaults;

import static dev.archipelago.apiserver.defaults.YamlObjects.decoded;
import static dev.archipelago.apiserver.defaults.YamlObjects.defaulted;
import static dev.archipelago.apiserver.defaults.YamlObjects.tree;
import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.model.kinds.BuiltinKinds;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.ObjectNode;

class DefaultsTest {
    /// Flow style, so that the snippets fit anywhere.
    private static final String POD_SPEC = "dnsPolicy: ClusterFirst, restartPolicy: Always, "
            + "schedulerName: default-scheduler, securityContext: {}, terminationGracePeriodSeconds: 30";

    private static final String CONTAINER = "imagePullPolicy: Always, resources: {}, "
            + "terminationMessagePath: /dev/termination-log, terminationMessagePolicy: File";

    /// Expects the given object plus what is said here, and nothing else.
    private static void assertDefaults(String type, String given, String added) {
        ObjectNode expected = decoded(type, given);
        merge(expected, tree(added.replace("POD_SPEC", POD_SPEC).replace("CONTAINER", CONTAINER)));
        assertThat(defaulted(type, given)).isEqualTo(expected);
    }

    private static void merge(ObjectNode into, ObjectNode from) {
        for (var entry : from.properties()) {
            String name = entry.getKey();
            if (entry.getValue() instanceof ObjectNode source && into.get(name) instanceof ObjectNode target) {
                merge(target, source);
            } else if (entry.getValue().isArray() && into.get(name) != null) {
                for (int i = 0; i < entry.getValue().size(); i++) {
                    merge((ObjectNode) into.get(name).get(i), (ObjectNode)
                            entry.getValue().get(i));
                }
            } else {
                into.set(name, entry.getValue());
            }
        }
    }

    @Test
    void secretTakesItsPlainTextAsData() {
        assertThat(defaulted("core.v1.Secret", "{data: {a: eA==, b: eQ==}, stringData: {b: new}}"))
                .isEqualTo(tree("{data: {a: eA==, b: bmV3}, type: Opaque}"));
    }

    @Test
    void everyDefaultBelongsToATypeAndFieldThatExist() {
        List<String> unknown = new ArrayList<>();
        for (String type : ConstantDefaults.types()) {
            for (ConstantDefault constant : ConstantDefaults.of(type)) {
                if (BuiltinKinds.type(type).field(constant.field()) == null) {
                    unknown.add(type + "." + constant.field());
                }
            }
        }
        for (String type : ComputedDefaults.types()) {
            assertThat(BuiltinKinds.type(type)).isNotNull();
        }
        assertThat(unknown).isEmpty();
    }

    @Test
    void statefulSet() {
        assertDefaults("apps.v1.StatefulSet", """
            metadata: {name: db}
            spec:
              serviceName: db
              selector: {matchLabels: {app: db}}
              template:
                metadata: {labels: {app: db}}
                spec:
                  containers: [{name: db, image: postgres}]
              volumeClaimTemplates:
              - metadata: {name: data}
                spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
            """, """
            spec:
              replicas: 1
              podManagementPolicy: OrderedReady
              revisionHistoryLimit: 10
              updateStrategy: {type: RollingUpdate, rollingUpdate: {partition: 0}}
              persistentVolumeClaimRetentionPolicy: {whenDeleted: Retain, whenScaled: Retain}
              template: {spec: {POD_SPEC, containers: [{CONTAINER}]}}
              volumeClaimTemplates:
              - {apiVersion: v1, kind: PersistentVolumeClaim, spec: {volumeMode: Filesystem}, status: {phase: Pending}}
            """);
    }

    @Test
    void deployment() {
        assertDefaults("apps.v1.Deployment", """
            metadata: {name: web}
            spec:
              selector: {matchLabels: {app: web}}
              template:
                metadata: {labels: {app: web}}
                spec:
                  containers:
                  - name: web
                    image: "nginx"
                    ports: [{containerPort: 80}]
                    readinessProbe: {httpGet: {port: 80}}
                    livenessProbe: {grpc: {port: 9}, timeoutSeconds: 0, periodSeconds: 5}
                    env: [{name: IP, valueFrom: {fieldRef: {fieldPath: status.podIP}}}]
                    resources: {limits: {cpu: 1}}
                  volumes:
                  - name: scratch
                  - {name: config, configMap: {name: config}}
                  - {name: token, projected: {sources: [{serviceAccountToken: {path: token}}]}}
                  - {name: host, hostPath: {path: /var}}
            """, """
            spec:
              replicas: 1
              revisionHistoryLimit: 10
              progressDeadlineSeconds: 600
              strategy: {type: RollingUpdate, rollingUpdate: {maxSurge: 25%, maxUnavailable: 25%}}
              template: {spec: {
                POD_SPEC,
                containers: [{
                  CONTAINER,
                  ports: [{protocol: TCP}],
                  readinessProbe: {
                    httpGet: {path: /, scheme: HTTP},
                    timeoutSeconds: 1, periodSeconds: 10, successThreshold: 1, failureThreshold: 3},
                  livenessProbe: {
                    grpc: {service: ""}, timeoutSeconds: 1, successThreshold: 1, failureThreshold: 3},
                  env: [{valueFrom: {fieldRef: {apiVersion: v1}}}]
                }],
                volumes: [
                  {emptyDir: {}},
                  {configMap: {defaultMode: 420}},
                  {projected: {defaultMode: 420, sources: [{serviceAccountToken: {expirationSeconds: 3600}}]}},
                  {hostPath: {type: ""}}]
                }}
            """);
    }

    @Test
    void podGetsRequestsFromLimitsAndHostPorts() {
        assertDefaults("core.v1.Pod", """
            metadata: {name: p}
            spec:
              hostNetwork: true
              serviceAccountName: robot
              containers:
              - name: a
                image: registry:5000/app
                ports: [{containerPort: 80, protocol: UDP}]
                resources: {limits: {cpu: 1, memory: 1Gi}, requests: {cpu: 500m}}
              initContainers: [{name: i, image: "app"}]
            """, """
            spec: {
              POD_SPEC, enableServiceLinks: true, serviceAccount: robot,
              containers: [{imagePullPolicy: Always, terminationMessagePath: /dev/termination-log,
                terminationMessagePolicy: File, ports: [{hostPort: 80}], resources: {requests: {memory: 1Gi}}}],
              initContainers: [{CONTAINER}]}
            """);
    }

    @Test
    void service() {
        assertDefaults("core.v1.Service", """
            metadata: {name: web}
            spec: {ports: [{port: 80}, {port: 53, protocol: UDP, targetPort: dns, name: dns}]}
            """, """
            spec:
              type: ClusterIP
              sessionAffinity: None
              internalTrafficPolicy: Cluster
              ports: [{protocol: TCP, targetPort: 80}, {}]
            """);
        assertDefaults("core.v1.Service", "spec: {type: LoadBalancer, sessionAffinity: ClientIP}", """
            spec:
              internalTrafficPolicy: Cluster
              externalTrafficPolicy: Cluster
              allocateLoadBalancerNodePorts: true
              sessionAffinityConfig: {clientIP: {timeoutSeconds: 10800}}
            """);
        assertDefaults(
                "core.v1.Service",
                "spec: {type: ExternalName, externalName: example.com}",
                "spec: {sessionAffinity: None}");
    }

    @Test
    void persistentVolumeClaim() {
        assertDefaults(
                "core.v1.PersistentVolumeClaim",
                "spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}",
                "{spec: {volumeMode: Filesystem}, status: {phase: Pending}}");
    }

    @Test
    void cronJobLeavesItsJobTemplateAlone() {
        assertDefaults("batch.v1.CronJob", """
            metadata: {name: nightly}
            spec:
              schedule: "@daily"
              jobTemplate: {spec: {template: {spec: {restartPolicy: OnFailure, containers: [{name: a, image: a}]}}}}
            """, """
            spec:
              concurrencyPolicy: Allow
              suspend: false
              successfulJobsHistoryLimit: 3
              failedJobsHistoryLimit: 1
              jobTemplate: {spec: {template: {spec: {
                dnsPolicy: ClusterFirst, schedulerName: default-scheduler, securityContext: {},
                terminationGracePeriodSeconds: 30, containers: [{CONTAINER}]}}}}
            """);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        core.v1.Namespace | metadata: {name: a} | {metadata: {labels: {kubernetes.io/metadata.name: a}}, status: {phase: Active}}
        core.v1.Secret | {} | {type: Opaque}
        core.v1.LimitRange | spec: {limits: [{type: Container, max: {cpu: 1}, min: {memory: 1Mi}}]} | spec: {limits: [{default: {cpu: "1"}, defaultRequest: {cpu: "1", memory: 1Mi}}]}
        core.v1.ReplicationController | {metadata: {}, spec: {template: {metadata: {labels: {a: b}}}}} | {metadata: {labels: {a: b}}, spec: {replicas: 1, selector: {a: b}}}
        apps.v1.Deployment | spec: {replicas: 0, strategy: {type: Recreate}} | spec: {revisionHistoryLimit: 10, progressDeadlineSeconds: 600}
        apps.v1.DaemonSet | spec: {} | spec: {revisionHistoryLimit: 10, updateStrategy: {type: RollingUpdate, rollingUpdate: {maxUnavailable: 1, maxSurge: 0}}}
        apps.v1beta1.Deployment | spec: {template: {metadata: {labels: {a: b}}}} | {metadata: {labels: {a: b}}, spec: {selector: {matchLabels: {a: b}}, replicas: 1, revisionHistoryLimit: 2, progressDeadlineSeconds: 600, strategy: {type: RollingUpdate, rollingUpdate: {maxSurge: 25%, maxUnavailable: 25%}}}}
        apps.v1beta1.StatefulSet | spec: {template: {metadata: {labels: {a: b}}}} | {metadata: {labels: {a: b}}, spec: {selector: {matchLabels: {a: b}}, replicas: 1, revisionHistoryLimit: 10, podManagementPolicy: OrderedReady, updateStrategy: {type: OnDelete}, persistentVolumeClaimRetentionPolicy: {whenDeleted: Retain, whenScaled: Retain}}}
        batch.v1.Job | {metadata: {}, spec: {}} | spec: {completions: 1, parallelism: 1, backoffLimit: 6, completionMode: NonIndexed, suspend: false, podReplacementPolicy: TerminatingOrFailed, manualSelector: false}
        batch.v1.Job | {metadata: {}, spec: {parallelism: 3, backoffLimitPerIndex: 1, podFailurePolicy: {rules: []}}} | spec: {backoffLimit: 2147483647, completionMode: NonIndexed, suspend: false, podReplacementPolicy: Failed, manualSelector: false}
        autoscaling.v2.HorizontalPodAutoscaler | spec: {maxReplicas: 3} | spec: {minReplicas: 1, metrics: [{type: Resource, resource: {name: cpu, target: {type: Utilization, averageUtilization: 80}}}]}
        networking.v1.NetworkPolicy | spec: {podSelector: {}, egress: [{ports: [{port: 53}]}]} | spec: {policyTypes: [Ingress, Egress], egress: [{ports: [{protocol: TCP}]}]}
        rbac.v1.RoleBinding | {roleRef: {kind: Role, name: a}, subjects: [{kind: User, name: u}, {kind: ServiceAccount, name: s, namespace: n}]} | {roleRef: {apiGroup: rbac.authorization.k8s.io}, subjects: [{apiGroup: rbac.authorization.k8s.io}, {}]}
        storage.v1.StorageClass | provisioner: x | {reclaimPolicy: Delete, volumeBindingMode: Immediate}
        scheduling.v1.PriorityClass | value: 1 | preemptionPolicy: PreemptLowerPriority
        discovery.v1.EndpointSlice | ports: [{port: 1}] | ports: [{name: "", protocol: TCP}]
        apis.apiextensions.v1.CustomResourceDefinition | spec: {names: {kind: Fig, plural: figs}, versions: [{name: v1, storage: true}]} | {spec: {names: {singular: fig, listKind: FigList}, conversion: {strategy: None}}, status: {storedVersions: [v1]}}
        admissionregistration.v1.MutatingWebhookConfiguration | webhooks: [{name: a, rules: [{operations: [CREATE]}], clientConfig: {service: {name: s, namespace: n}}}] | webhooks: [{failurePolicy: Fail, matchPolicy: Equivalent, namespaceSelector: {}, objectSelector: {}, timeoutSeconds: 10, reinvocationPolicy: Never, rules: [{scope: '*'}], clientConfig: {service: {port: 443}}}]
        """)
    void otherKinds(String type, String given, String added) {
        assertDefaults(type, given, added);
    }

    @ParameterizedTest
    @CsvSource({
        "nginx, Always",
        "nginx:latest, Always",
        "nginx:1.2, IfNotPresent",
        "registry:5000/nginx, Always",
        "registry:5000/nginx:1, IfNotPresent",
        "nginx:notlatest, IfNotPresent",
        "nginx@sha256:abc, IfNotPresent",
        "'', IfNotPresent",
    })
    void pullPolicyFollowsTheTag(String image, String policy) {
        ObjectNode pod = defaulted("core.v1.Pod", "spec: {containers: [{name: a, image: '%s'}]}".formatted(image));
        assertThat(pod.at("/spec/containers/0/imagePullPolicy").stringValue()).isEqualTo(policy);
    }

    @Test
    void changesNothingTheSecondTime() {
        ObjectNode once = defaulted("core.v1.Pod", "spec: {containers: [{name: a, image: a}], volumes: [{name: v}]}");
        ObjectNode twice = once.deepCopy();
        Defaults.apply(twice, BuiltinKinds.type("core.v1.Pod"));
        assertThat(twice).isEqualTo(once);
    }

    @Test
    void givesEachObjectItsOwnContainers() {
        ObjectNode first = defaulted("core.v1.Pod", "spec: {}");
        ((ObjectNode) first.at("/spec/securityContext")).put("runAsUser", 1);
        assertThat(defaulted("core.v1.Pod", "spec: {}").at("/spec/securityContext"))
                .isEmpty();
    }
}
