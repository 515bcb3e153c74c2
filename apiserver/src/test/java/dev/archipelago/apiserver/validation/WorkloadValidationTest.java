package dev.archipelago.apiserver.validation;

import static dev.archipelago.apiserver.validation.ValidationTest.assertVerdict;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WorkloadValidationTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
        Deployment | replicas: -1 | spec.replicas: Invalid value: -1: must be greater than or equal to 0
        Deployment | selector: null | spec.selector: Required value
        Deployment | selector: {matchLabels: null} | spec.selector: Invalid value: {}: empty selector is invalid for deployment
        Deployment | selector: {matchLabels: {app: b}} | spec.template.metadata.labels: Invalid value: {"app":"a"}: `selector` does not match template `labels`
        Deployment | selector: {matchExpressions: [{key: app, operator: In}]} | spec.selector.matchExpressions[0].values: Required value: must be specified when `operator` is 'In' or 'NotIn' ;; spec.template.metadata.labels: Invalid value
        Deployment | selector: {matchExpressions: [{key: app, operator: X}]} | spec.selector.matchExpressions[0].operator: Invalid value: "X": not a valid selector operator
        Deployment | template: {spec: {restartPolicy: Never}} | spec.template.spec.restartPolicy: Unsupported value: "Never": supported values: "Always"
        Deployment | template: {spec: {activeDeadlineSeconds: 5}} | spec.template.spec.activeDeadlineSeconds: Forbidden: activeDeadlineSeconds in ReplicaSet is not Supported
        Deployment | template: {spec: {containers: [{name: c}]}} | spec.template.spec.containers[0].image: Required value
        Deployment | template: {metadata: {labels: {'x y': z}}} | spec.template.labels: Invalid value: "x y": name part must
        Deployment | strategy: {type: Recreate, rollingUpdate: {}} | spec.strategy.rollingUpdate: Forbidden: may not be specified when strategy `type` is 'Recreate'
        Deployment | strategy: {rollingUpdate: {maxSurge: 0, maxUnavailable: 0}} | spec.strategy.rollingUpdate.maxUnavailable: Invalid value: 0: may not be 0 when `maxSurge` is 0
        Deployment | strategy: {rollingUpdate: {maxSurge: x, maxUnavailable: 101%}} | spec.strategy.rollingUpdate.maxSurge: Invalid value: "x": a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or '93%', regex used for validation is '[0-9]+%') ;; spec.strategy.rollingUpdate.maxUnavailable: Invalid value: "101%": must not be greater than 100%
        Deployment | minReadySeconds: 700 | spec.progressDeadlineSeconds: Invalid value: 600: must be greater than minReadySeconds
        Deployment | template: {spec: {ephemeralContainers: [{name: e, image: i}]}} | spec.template.spec.ephemeralContainers: Forbidden: ephemeral containers not allowed in pod template
        ReplicaSet | replicas: -1 | spec.replicas: Invalid value: -1: must be greater than or equal to 0
        DaemonSet | updateStrategy: {rollingUpdate: {maxSurge: 1}} | spec.updateStrategy.rollingUpdate.maxSurge: Invalid value: 1: may not be set when maxUnavailable is non-zero
        StatefulSet | podManagementPolicy: X | spec.podManagementPolicy: Invalid value: "X": must be 'OrderedReady' or 'Parallel'
        StatefulSet | updateStrategy: {type: OnDelete, rollingUpdate: {}} | spec.updateStrategy.rollingUpdate: Invalid value: {}: only allowed for updateStrategy 'RollingUpdate'
        StatefulSet | updateStrategy: {type: X} | spec.updateStrategy: Invalid value: {"type":"X"}: must be 'RollingUpdate' or 'OnDelete'
        StatefulSet | updateStrategy: {rollingUpdate: {partition: -1, maxUnavailable: 0}} | spec.updateStrategy.rollingUpdate.partition: Invalid value: -1: must be greater than or equal to 0 ;; spec.updateStrategy.rollingUpdate.maxUnavailable: Invalid value: 0: cannot be 0
        StatefulSet | persistentVolumeClaimRetentionPolicy: {whenDeleted: X} | spec.persistentVolumeClaimRetentionPolicy.whenDeleted: Unsupported value: "X": supported values: "Retain", "Delete"
        StatefulSet | replicas: -1, ordinals: {start: -2} | spec.replicas: Invalid value: -1: must be greater than or equal to 0 ;; spec.ordinals.start: Invalid value: -2: must be greater than or equal to 0
        StatefulSet | serviceName: A | spec.serviceName: Invalid value: "A": a lowercase RFC 1123 label
        StatefulSet | selector: {matchLabels: null} | spec.selector: Invalid value: {}: empty selector is invalid for statefulset
        StatefulSet | template: {spec: {activeDeadlineSeconds: 5}} | spec.template.spec.activeDeadlineSeconds: Forbidden: activeDeadlineSeconds in StatefulSet is not Supported
        StatefulSet | template: {spec: {containers: [{name: c, image: i, volumeMounts: [{name: d, mountPath: /d}]}]}} | spec.template.spec.containers[0].volumeMounts[0].name: Not found: "d"
        StatefulSet | volumeClaimTemplates: [{metadata: {name: d}, spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1}}}}], template: {spec: {containers: [{name: c, image: i, volumeMounts: [{name: d, mountPath: /d}]}]}} | OK
        StatefulSet | volumeClaimTemplates: [{metadata: {name: d}, spec: {}}] | spec.volumeClaimTemplates[0].spec.accessModes: Required value: at least 1 access mode is required ;; spec.volumeClaimTemplates[0].spec.resources[storage]: Required value
        Job | completions: -1 | spec.completions: Invalid value: -1: must be greater than or equal to 0
        Job | completionMode: Indexed | OK
        Job | completionMode: Indexed, completions: null, parallelism: 1 | spec.completions: Required value: when completion mode is Indexed
        Job | backoffLimitPerIndex: 1 | spec.backoffLimitPerIndex: Invalid value: 1: requires indexed completion mode
        Job | template: {spec: {restartPolicy: Always}} | spec.template.spec.restartPolicy: Required value: valid values: "OnFailure", "Never"
        Job | selector: {matchLabels: {a: b}} | spec.template.metadata.labels: Invalid value
        CronJob | schedule: '' | spec.schedule: Required value
        CronJob | schedule: '* * * *' | spec.schedule: Invalid value: "* * * *": expected exactly 5 fields, found 4: [* * * *]
        CronJob | schedule: '70 * * * *' | spec.schedule: Invalid value: "70 * * * *": end of range (70) above maximum (59): 70
        CronJob | schedule: '0 0 1-5/2 jan,feb mon-fri' | OK
        CronJob | schedule: '@every 1h30m' | OK
        CronJob | schedule: '@sometimes' | spec.schedule: Invalid value: "@sometimes": unrecognized descriptor: @sometimes
        CronJob | schedule: 'TZ=UTC 0 0 * * *' | spec.schedule: Invalid value: "TZ=UTC 0 0 * * *": cannot use TZ or CRON_TZ in schedule, use timeZone field instead
        CronJob | timeZone: Europe/Nowhere | spec.timeZone: Invalid value: "Europe/Nowhere": unknown time zone Europe/Nowhere
        CronJob | concurrencyPolicy: X | spec.concurrencyPolicy: Unsupported value: "X": supported values: "Allow", "Forbid", "Replace"
        CronJob | jobTemplate: {spec: {selector: {}, manualSelector: true}} | spec.jobTemplate.spec.selector: Invalid value: {}: `selector` will be auto-generated ;; spec.jobTemplate.spec.manualSelector: Unsupported value: "true": supported values: "nil", "false"
        """)
    void specs(String kind, String spec, String expected) {
        assertVerdict(Judge.create(kind, "spec: {" + spec + "}"), expected);
    }

    @Test
    void statefulSetNamesLeaveRoomForTheLabelsOfTheirPods() {
        assertThat(Judge.create("StatefulSet", "metadata: {name: %s}".formatted("a".repeat(52))))
                .isEmpty();
        assertThat(Judge.create("StatefulSet", "metadata: {name: %s}".formatted("a".repeat(53))))
                .containsExactly("metadata.name: Invalid value: \"" + "a".repeat(53) + "\": must be no more than 52"
                        + " characters: the labels of the pods, '<name>-<revision hash>' and '<name>-<ordinal>', would"
                        + " exceed 63 characters");
        assertThat(Judge.create("CronJob", "metadata: {name: %s}".formatted("a".repeat(53))))
                .containsExactly(
                        "metadata.name: Invalid value: \"" + "a".repeat(53) + "\": must be no more than 52 characters");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
        Deployment | {} | replicas: 5, template: {spec: {containers: [{name: c, image: j}]}} | OK
        Deployment | {template: {metadata: {labels: {x: y}}}} | template: {metadata: {labels: {x: y}}}, selector: {matchLabels: {x: y}} | spec.selector: Invalid value: {"matchLabels":{"app":"a","x":"y"}}: field is immutable
        ReplicaSet | {template: {metadata: {labels: {x: y}}}} | template: {metadata: {labels: {x: y}}}, selector: {matchLabels: {x: y}} | spec.selector: Invalid value: {"matchLabels":{"app":"a","x":"y"}}: field is immutable
        DaemonSet | {template: {metadata: {labels: {x: y}}}} | template: {metadata: {labels: {x: y}}}, selector: {matchLabels: {x: y}} | spec.selector: Invalid value: {"matchLabels":{"app":"a","x":"y"}}: field is immutable
        StatefulSet | {} | replicas: 5, minReadySeconds: 3, revisionHistoryLimit: 1, ordinals: {start: 1}, template: {spec: {containers: [{name: c, image: j}]}}, updateStrategy: {type: OnDelete, rollingUpdate: null}, persistentVolumeClaimRetentionPolicy: {whenScaled: Delete} | OK
        StatefulSet | {serviceName: a} | serviceName: b | spec: Forbidden: updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden
        StatefulSet | {} | podManagementPolicy: Parallel | spec: Forbidden: updates to statefulset spec for fields other than
        StatefulSet | {} | volumeClaimTemplates: [{metadata: {name: d}, spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1}}}}] | spec: Forbidden: updates to statefulset spec for fields other than
        StatefulSet | {template: {metadata: {labels: {x: y}}}} | template: {metadata: {labels: {x: y}}}, selector: {matchLabels: {x: y}} | spec: Forbidden: updates to statefulset spec for fields other than
        Job | {} | completions: 1, parallelism: 3 | OK
        Job | {} | parallelism: 1 | spec.completions: Invalid value: null: field is immutable
        Job | {} | completions: 3, parallelism: 1 | spec.completions: Invalid value: 3: field is immutable
        Job | {} | template: {spec: {containers: [{name: c, image: j}]}} | spec.template: Invalid value: {"spec":
        Job | {suspend: true} | suspend: true, template: {spec: {nodeSelector: {a: b}}} | OK
        Job | {suspend: true} | suspend: true, template: {spec: {containers: [{name: c, image: j}]}} | spec.template: Invalid value
        Job | {completionMode: Indexed} | completionMode: NonIndexed | spec.completionMode: Invalid value: "NonIndexed": field is immutable
        Job | {completionMode: Indexed} | completionMode: Indexed, completions: 3, parallelism: 3 | OK
        Job | {completionMode: Indexed} | completionMode: Indexed, completions: 3 | spec.completions: Invalid value: 3: can only be modified in tandem with spec.parallelism
        CronJob | {} | schedule: '@daily' | OK
        Deployment | {replicas: -1} | replicas: -1 | OK
        Deployment | {replicas: -1} | replicas: -1, paused: true | spec.replicas: Invalid value: -1: must be greater than or equal to 0
        """)
    void updates(String kind, String old, String updated, String expected) {
        assertVerdict(Judge.update(kind, "spec: " + old, "spec: {" + updated + "}"), expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
        StatefulSet | {} | replicas: 1, readyReplicas: 1, availableReplicas: 1 | OK
        StatefulSet | {} | currentReplicas: -1 | status.currentReplicas: Invalid value: -1: must be greater than or equal to 0
        StatefulSet | {} | replicas: 1, readyReplicas: 2 | status.readyReplicas: Invalid value: 2: cannot be greater than status.replicas
        StatefulSet | {} | replicas: 2, readyReplicas: 1, availableReplicas: 2 | status.availableReplicas: Invalid value: 2: cannot be greater than status.readyReplicas
        StatefulSet | {collisionCount: 2} | collisionCount: 1 | status.collisionCount: Invalid value: 1: cannot be decremented
        Deployment | {} | replicas: 2, readyReplicas: 1, availableReplicas: 2 | status.availableReplicas: Invalid value: 2: cannot be greater than readyReplicas
        ReplicaSet | {} | replicas: 1, fullyLabeledReplicas: 2 | status.fullyLabeledReplicas: Invalid value: 2: cannot be greater than status.replicas
        DaemonSet | {} | numberReady: -1 | status.numberReady: Invalid value: -1: must be greater than or equal to 0
        Job | {} | failed: -1 | status.failed: Invalid value: -1: must be greater than or equal to 0
        """)
    void statuses(String kind, String old, String updated, String expected) {
        assertVerdict(Judge.updateStatus(kind, "status: " + old, "status: {" + updated + "}"), expected);
    }
}
