package dev.archipelago.apiserver.validation;

import static dev.archipelago.apiserver.validation.ValidationTest.assertVerdict;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PodValidationTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
        containers: [] | spec.containers: Required value
        restartPolicy: Sometimes | spec.restartPolicy: Unsupported value: "Sometimes": supported values: "Always", "OnFailure", "Never"
        dnsPolicy: X | spec.dnsPolicy: Unsupported value: "X": supported values: "ClusterFirstWithHostNet", "ClusterFirst", "Default", "None"
        dnsPolicy: None | spec.dnsConfig: Required value: must provide `dnsConfig` when `dnsPolicy` is None
        dnsPolicy: None, dnsConfig: {} | spec.dnsConfig.nameservers: Required value: must provide at least one DNS nameserver when `dnsPolicy` is None
        dnsConfig: {nameservers: [1.2.3], searches: ['a b'], options: [{}]} | spec.dnsConfig.nameservers[0]: Invalid value: "1.2.3": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff) ;; spec.dnsConfig.searches[0]: Invalid value: "a b": a lowercase RFC 1123 subdomain ;; spec.dnsConfig.options[0]: Required value: must not be empty
        activeDeadlineSeconds: 0 | spec.activeDeadlineSeconds: Invalid value: 0: must be between 1 and 2147483647, inclusive
        nodeSelector: {a: 'b c'} | spec.nodeSelector: Invalid value: "b c": a valid label must be
        serviceAccountName: A | spec.serviceAccountName: Invalid value: "A": a lowercase RFC 1123 subdomain
        hostname: a.b | spec.hostname: Invalid value: "a.b": must not contain dots
        preemptionPolicy: X | spec.preemptionPolicy: Unsupported value: "X": supported values: "PreemptLowerPriority", "Never"
        securityContext: {runAsUser: -1, fsGroup: 3000000000} | spec.securityContext.fsGroup: Invalid value: 3000000000: must be between 0 and 2147483647, inclusive ;; spec.securityContext.runAsUser: Invalid value: -1: must be between 0 and 2147483647, inclusive
        securityContext: {sysctls: [{name: A}, {name: net.x}, {name: net.x}]} | spec.securityContext.sysctls[0].name: Invalid value: "A": must have at most 253 characters ;; spec.securityContext.sysctls[2].name: Duplicate value: "net.x"
        securityContext: {seccompProfile: {type: Localhost}} | spec.securityContext.seccompProfile.localhostProfile: Required value: must be set when seccomp type is Localhost
        tolerations: [{key: a, operator: Exists, value: b}] | spec.tolerations[0].operator: Invalid value: "b": value must be empty when `operator` is 'Exists'
        tolerations: [{operator: Equal}] | spec.tolerations[0].operator: Invalid value: "Equal": operator must be Exists when `key` is empty, which means "match all values and all keys"
        tolerations: [{key: a, effect: NoSchedule, tolerationSeconds: 3}] | spec.tolerations[0].effect: Invalid value: "NoSchedule": effect must be 'NoExecute' when `tolerationSeconds` is set
        tolerations: [{key: a, effect: X, operator: Y}] | spec.tolerations[0].operator: Unsupported value: "Y": supported values: "Equal", "Exists" ;; spec.tolerations[0].effect: Unsupported value: "X": supported values: "NoSchedule", "PreferNoSchedule", "NoExecute"
        topologySpreadConstraints: [{maxSkew: 0, whenUnsatisfiable: X}] | spec.topologySpreadConstraints[0].maxSkew: Invalid value: 0: must be greater than zero ;; spec.topologySpreadConstraints[0].topologyKey: Required value: can not be empty ;; spec.topologySpreadConstraints[0].whenUnsatisfiable: Unsupported value: "X": supported values: "DoNotSchedule", "ScheduleAnyway"
        topologySpreadConstraints: [{maxSkew: 1, topologyKey: z, whenUnsatisfiable: ScheduleAnyway, minDomains: 2}] | spec.topologySpreadConstraints[0].minDomains: Invalid value: 2: can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ScheduleAnyway
        affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: []}}} | spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms: Required value: must have at least one node selector term
        affinity: {nodeAffinity: {preferredDuringSchedulingIgnoredDuringExecution: [{weight: 0, preference: {matchExpressions: [{key: a, operator: In}]}}]}} | spec.affinity.nodeAffinity.preferredDuringSchedulingIgnoredDuringExecution[0].weight: Invalid value: 0: must be in the range 1-100 ;; spec.affinity.nodeAffinity.preferredDuringSchedulingIgnoredDuringExecution[0].preference.matchExpressions[0].values: Required value: must be specified when `operator` is 'In' or 'NotIn'
        affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{labelSelector: {matchLabels: {a: b}}, topologyKey: ''}]}} | spec.affinity.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].topologyKey: Required value: can not be empty ;; spec.affinity.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].topologyKey: Invalid value: "": name part must be non-empty ;; spec.affinity.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].topologyKey: Invalid value: "": name part must consist
        ephemeralContainers: [{name: e, image: i}] | spec.ephemeralContainers: Forbidden: cannot be set on create
        schedulingGates: [{name: a}, {name: a}], nodeName: x | spec.schedulingGates[1]: Duplicate value: "a" ;; spec.nodeName: Forbidden: cannot be set until all schedulingGates have been cleared
        hostUsers: false, hostPID: true | spec.hostPID: Forbidden: when `hostUsers` is false
        hostAliases: [{ip: x, hostnames: [A]}] | spec.hostAliases[0].ip: Invalid value: "x": must be a valid IP address ;; spec.hostAliases[0].hostnames[0]: Invalid value: "A": a lowercase RFC 1123 subdomain
        initContainers: [{name: c, image: i, livenessProbe: {exec: {command: [a]}}}] | spec.initContainers[0].name: Duplicate value: "c" ;; spec.initContainers[0].livenessProbe: Forbidden: may not be set for init containers without restartPolicy=Always
        """)
    void podSpec(String spec, String expected) {
        assertVerdict(Judge.create("Pod", "spec: {" + spec + "}"), expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
        {name: a} | image: Required value
        {image: i} | name: Required value
        {name: A, image: i} | name: Invalid value: "A": a lowercase RFC 1123 label
        {name: a, image: ' i'} | image: Invalid value: " i": must not have leading or trailing whitespace
        {name: a, image: i, imagePullPolicy: X} | imagePullPolicy: Unsupported value: "X": supported values: "Always", "IfNotPresent", "Never"
        {name: a, image: i, terminationMessagePolicy: X} | terminationMessagePolicy: Unsupported value: "X": supported values: "File", "FallbackToLogsOnError"
        {name: a, image: i, ports: [{containerPort: 0}]} | ports[0].containerPort: Required value
        {name: a, image: i, ports: [{containerPort: 70000, protocol: X}]} | ports[0].containerPort: Invalid value: 70000: must be between 1 and 65535, inclusive ;; ports[0].protocol: Unsupported value: "X": supported values: "SCTP", "TCP", "UDP"
        {name: a, image: i, ports: [{containerPort: 1, name: '123'}]} | ports[0].name: Invalid value: "123": must contain at least one letter (a-z)
        {name: a, image: i, ports: [{containerPort: 1, name: x}, {containerPort: 2, name: x}]} | ports[1].name: Duplicate value: "x"
        {name: a, image: i, ports: [{containerPort: 1, hostPort: 5}, {containerPort: 2, hostPort: 5}]} | ports[1].hostPort: Duplicate value: "TCP//5"
        {name: a, image: i, env: [{name: ''}, {name: 'a=b'}]} | env[0].name: Required value ;; env[1].name: Invalid value: "a=b": a valid environment variable name must consist only of printable ASCII characters other than '='
        {name: a, image: i, env: [{name: a, valueFrom: {}}]} | env[0].valueFrom: Invalid value: "": must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef` or `fileKeyRef`
        {name: a, image: i, env: [{name: a, value: b, valueFrom: {fieldRef: {fieldPath: metadata.name}}}]} | env[0].valueFrom: Invalid value: "": may not be specified when `value` is not empty
        {name: a, image: i, env: [{name: a, valueFrom: {fieldRef: {fieldPath: spec.foo}}}]} | env[0].valueFrom.fieldRef.fieldPath: Invalid value: "spec.foo": error converting fieldPath: field label not supported: spec.foo
        {name: a, image: i, env: [{name: a, valueFrom: {fieldRef: {fieldPath: metadata.labels}}}]} | env[0].valueFrom.fieldRef.fieldPath: Unsupported value: "metadata.labels": supported values: "metadata.name",
        {name: a, image: i, env: [{name: a, valueFrom: {fieldRef: {fieldPath: "metadata.labels['app']"}}}]} | OK
        {name: a, image: i, env: [{name: a, valueFrom: {secretKeyRef: {name: s, key: ''}}}]} | env[0].valueFrom.secretKeyRef.key: Required value
        {name: a, image: i, envFrom: [{}]} | envFrom: Invalid value: "": must specify one of: `configMapRef` or `secretRef`
        {name: a, image: i, volumeMounts: [{name: v, mountPath: /a}]} | volumeMounts[0].name: Not found: "v"
        {name: a, image: i, volumeMounts: [{name: w, mountPath: ''}]} | volumeMounts[0].mountPath: Required value
        {name: a, image: i, volumeMounts: [{name: w, mountPath: /a}, {name: w, mountPath: /a}]} | volumeMounts[1].mountPath: Invalid value: "/a": must be unique
        {name: a, image: i, volumeMounts: [{name: w, mountPath: /a, subPath: ../x}]} | volumeMounts.subPath: Invalid value: "../x": must not contain '..'
        {name: a, image: i, volumeDevices: [{name: w, devicePath: /d}]} | volumeDevices[0].name: Invalid value: "w": can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode
        {name: a, image: i, livenessProbe: {}} | livenessProbe: Required value: must specify a handler type
        {name: a, image: i, livenessProbe: {successThreshold: 2, exec: {command: [a]}}} | livenessProbe.successThreshold: Invalid value: 2: must be 1
        {name: a, image: i, readinessProbe: {httpGet: {port: 0}, tcpSocket: {port: 1}}} | readinessProbe.httpGet.port: Invalid value: 0: must be between 1 and 65535, inclusive ;; readinessProbe.tcpSocket: Forbidden: may not specify more than 1 handler type
        {name: a, image: i, startupProbe: {exec: {}, periodSeconds: -1}} | startupProbe.exec.command: Required value ;; startupProbe.periodSeconds: Invalid value: -1: must be greater than or equal to 0
        {name: a, image: i, lifecycle: {preStop: {sleep: {seconds: 60}}}} | lifecycle.preStop.sleep: Invalid value: 60: must be non-negative and less than terminationGracePeriodSeconds (30)
        {name: a, image: i, resources: {requests: {cpu: 2}, limits: {cpu: 1}}} | resources.requests: Invalid value: "2": must be less than or equal to cpu limit of 1
        {name: a, image: i, resources: {limits: {cpu: -1}}} | resources.limits[cpu]: Invalid value: "-1": must be greater than or equal to 0 ;; resources.requests[cpu]: Invalid value: "-1": must be greater than or equal to 0
        {name: a, image: i, resources: {requests: {foo: 1}}} | resources.requests[foo]: Invalid value: "foo": must be a standard resource type or fully qualified ;; resources.requests[foo]: Invalid value: "foo": must be a standard resource for containers
        {name: a, image: i, resources: {requests: {example.com/gpu: 1}}} | resources.limits: Required value: Limit must be set for non overcommitable resources
        {name: a, image: i, resources: {requests: {example.com/gpu: 1}, limits: {example.com/gpu: 2}}} | resources.requests: Invalid value: "1": must be equal to example.com/gpu limit of 2
        {name: a, image: i, resources: {limits: {hugepages-2Mi: 3Mi, cpu: 1}}} | resources.limits[hugepages-2Mi]: Invalid value: "3Mi": 3Mi is not positive integer multiple of hugepages-2Mi ;; resources.requests[hugepages-2Mi]: Invalid value: "3Mi": 3Mi is not
        {name: a, image: i, securityContext: {privileged: true, allowPrivilegeEscalation: false}} | securityContext: Invalid value: {"privileged":true,"allowPrivilegeEscalation":false}: cannot set `allowPrivilegeEscalation` to false and `privileged` to true
        """)
    void containers(String container, String expected) {
        assertVerdict(
                Judge.create("Pod", pod(container)),
                expected.equals("OK")
                        ? expected
                        : "spec.containers[0]." + expected.replace(" ;; ", " ;; spec.containers[0]."));
    }

    private static String pod(String container) {
        return "spec: {containers: [%s], volumes: [{name: w}]}".formatted(container);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
        {emptyDir: {}} | volumes[0].name: Required value
        {name: v, emptyDir: {}, hostPath: {path: /a}} | volumes[0].hostPath: Forbidden: may not specify more than 1 volume type
        {name: v, hostPath: {path: /a/../b, type: X}} | volumes[0].hostPath.path: Invalid value: "/a/../b": must not contain '..' ;; volumes[0].hostPath.type: Unsupported value: "X": supported values: "", "BlockDevice",
        {name: v, secret: {}} | volumes[0].secret.secretName: Required value
        {name: v, configMap: {name: a, defaultMode: 512, items: [{key: k, path: /p}]}} | volumes[0].configMap.defaultMode: Invalid value: 512: must be a number between 0 and 0777 (octal), both inclusive ;; volumes[0].configMap.items[0].path: Invalid value: "/p": must be a relative path
        {name: v, persistentVolumeClaim: {}} | volumes[0].persistentVolumeClaim.claimName: Required value
        {name: v, projected: {sources: [{serviceAccountToken: {path: t, expirationSeconds: 5}}]}} | volumes[0].projected.sources[0].serviceAccountToken.expirationSeconds: Invalid value: 5: may not specify a duration less than 10 minutes
        {name: v, ephemeral: {volumeClaimTemplate: {spec: {}}}} | volumes[0].ephemeral.volumeClaimTemplate.spec.accessModes: Required value: at least 1 access mode is required ;; volumes[0].ephemeral.volumeClaimTemplate.spec.resources[storage]: Required value
        """)
    void volumes(String volume, String expected) {
        assertVerdict(
                Judge.create("Pod", "spec: {volumes: [%s]}".formatted(volume)),
                "spec." + expected.replace(" ;; ", " ;; spec."));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
        {} | containers: [{name: c, image: j}] | OK
        {} | containers: [{name: c, image: i}, {name: d, image: i}] | spec.containers: Forbidden: pod updates may not add or remove containers
        {} | containers: [{name: c, image: i, command: [a]}] | spec: Forbidden: pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)
        {} | nodeName: x | spec: Forbidden: pod updates may not change fields other than
        {} | terminationGracePeriodSeconds: 5 | spec: Forbidden: pod updates may not change fields other than
        {} | activeDeadlineSeconds: 5 | OK
        {activeDeadlineSeconds: 5} | activeDeadlineSeconds: 6 | spec.activeDeadlineSeconds: Invalid value: 6: must be less than or equal to previous value
        {activeDeadlineSeconds: 5} | activeDeadlineSeconds: null | spec.activeDeadlineSeconds: Invalid value: null: must not update from a positive integer to nil value
        {tolerations: [{key: a}]} | tolerations: [{key: a}, {key: b}] | OK
        {tolerations: [{key: a}]} | tolerations: [{key: b}] | spec.tolerations: Forbidden: existing toleration can not be modified except its tolerationSeconds
        {schedulingGates: [{name: a}]} | schedulingGates: [] | OK
        {schedulingGates: [{name: a}]} | schedulingGates: [{name: a}, {name: b}] | spec.schedulingGates[1].name: Forbidden: only deletion is allowed, but found new scheduling gate 'b'
        {schedulingGates: [{name: a}], nodeSelector: {a: b}} | schedulingGates: [{name: a}], nodeSelector: {a: b, c: d} | OK
        {schedulingGates: [{name: a}], nodeSelector: {a: b}} | schedulingGates: [{name: a}], nodeSelector: {c: d} | spec.nodeSelector: Invalid value: {"c":"d"}: only additions to spec.nodeSelector are allowed (no mutations or deletions)
        """)
    void updates(String old, String updated, String expected) {
        assertVerdict(Judge.update("Pod", "spec: " + old, "spec: {" + updated + "}"), expected);
    }
}
