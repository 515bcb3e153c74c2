package dev.archipelago.apiserver.table;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TableTest {

    @ParameterizedTest
    @CsvSource(delimiter = ':', textBlock = """
            v1/ComponentStatus: Name | Status | Message | Error
            v1/ConfigMap: Name | Data | Age
            v1/Endpoints: Name | Endpoints | Age
            v1/Event: Last Seen | Type | Reason | Object | Subobject* | Source* | Message | First Seen* | Count* | Name*
            v1/LimitRange: Name | Created At
            v1/Namespace: Name | Status | Age
            v1/Node: Name | Status | Roles | Age | Version | Internal-IP* | External-IP* | OS-Image* | Kernel-Version* | Container-Runtime*
            v1/PersistentVolumeClaim: Name | Status | Volume | Capacity | Access Modes | StorageClass | VolumeAttributesClass | Age | VolumeMode*
            v1/PersistentVolume: Name | Capacity | Access Modes | Reclaim Policy | Status | Claim | StorageClass | VolumeAttributesClass | Reason | Age | VolumeMode*
            v1/Pod: Name | Ready | Status | Restarts | Age | IP* | Node* | Nominated Node* | Readiness Gates*
            v1/PodTemplate: Name | Containers | Images | Pod Labels
            v1/ReplicationController: Name | Desired | Current | Ready | Age | Containers* | Images* | Selector*
            v1/ResourceQuota: Name | Request | Limit | Age
            v1/Secret: Name | Type | Data | Age
            v1/ServiceAccount: Name | Age
            v1/Service: Name | Type | Cluster-IP | External-IP | Port(s) | Age | Selector*
            apiregistration.k8s.io/v1/APIService: Name | Service | Available | Age
            apps/v1/ControllerRevision: Name | Controller | Revision | Age
            apps/v1/DaemonSet: Name | Desired | Current | Ready | Up-to-date | Available | Node Selector | Age | Containers* | Images* | Selector*
            apps/v1/Deployment: Name | Ready | Up-to-date | Available | Age | Containers* | Images* | Selector*
            apps/v1/ReplicaSet: Name | Desired | Current | Ready | Age | Containers* | Images* | Selector*
            apps/v1/StatefulSet: Name | Ready | Age | Containers* | Images*
            events.k8s.io/v1/Event: Last Seen | Type | Reason | Object | Subobject* | Source* | Message | First Seen* | Count* | Name*
            autoscaling/v2/HorizontalPodAutoscaler: Name | Reference | Targets | MinPods | MaxPods | Replicas | Age
            batch/v1/CronJob: Name | Schedule | Timezone | Suspend | Active | Last Schedule | Age | Containers* | Images* | Selector*
            batch/v1/Job: Name | Status | Completions | Duration | Age | Containers* | Images* | Selector*
            certificates.k8s.io/v1/CertificateSigningRequest: Name | Age | SignerName | Requestor | RequestedDuration | Condition
            networking.k8s.io/v1/IngressClass: Name | Controller | Parameters | Age
            networking.k8s.io/v1/Ingress: Name | Class | Hosts | Address | Ports | Age
            networking.k8s.io/v1/IPAddress: Name | ParentRef
            networking.k8s.io/v1/NetworkPolicy: Name | Pod-Selector | Age
            networking.k8s.io/v1/ServiceCIDR: Name | CIDRs | Age
            policy/v1/PodDisruptionBudget: Name | Min Available | Max Unavailable | Allowed Disruptions | Age
            rbac.authorization.k8s.io/v1/ClusterRoleBinding: Name | Role | Age | Users* | Groups* | ServiceAccounts*
            rbac.authorization.k8s.io/v1/ClusterRole: Name | Created At
            rbac.authorization.k8s.io/v1/RoleBinding: Name | Role | Age | Users* | Groups* | ServiceAccounts*
            rbac.authorization.k8s.io/v1/Role: Name | Created At
            storage.k8s.io/v1/CSIDriver: Name | AttachRequired | PodInfoOnMount | StorageCapacity | TokenRequests | RequiresRepublish | Modes | Age
            storage.k8s.io/v1/CSINode: Name | Drivers | Age
            storage.k8s.io/v1/CSIStorageCapacity: Name | Created At
            storage.k8s.io/v1/StorageClass: Name | Provisioner | ReclaimPolicy | VolumeBindingMode | AllowVolumeExpansion | Age
            storage.k8s.io/v1/VolumeAttachment: Name | Attacher | PV | Node | Attached | Age
            storage.k8s.io/v1/VolumeAttributesClass: Name | DriverName | Age
            admissionregistration.k8s.io/v1/MutatingAdmissionPolicy: Name | Mutations | ParamKind | Age
            admissionregistration.k8s.io/v1/MutatingAdmissionPolicyBinding: Name | PolicyName | ParamRef | Age
            admissionregistration.k8s.io/v1/MutatingWebhookConfiguration: Name | Webhooks | Age
            admissionregistration.k8s.io/v1/ValidatingAdmissionPolicy: Name | Validations | ParamKind | Age
            admissionregistration.k8s.io/v1/ValidatingAdmissionPolicyBinding: Name | PolicyName | ParamRef | Age
            admissionregistration.k8s.io/v1/ValidatingWebhookConfiguration: Name | Webhooks | Age
            apiextensions.k8s.io/v1/CustomResourceDefinition: Name | Created At
            scheduling.k8s.io/v1/PriorityClass: Name | Value | Global-Default | Age | PreemptionPolicy
            coordination.k8s.io/v1/Lease: Name | Holder | Age
            node.k8s.io/v1/RuntimeClass: Name | Handler | Age
            discovery.k8s.io/v1/EndpointSlice: Name | AddressType | Ports | Endpoints | Age
            resource.k8s.io/v1/DeviceClass: Name | Age
            resource.k8s.io/v1/ResourceClaim: Name | State | Age
            resource.k8s.io/v1/ResourceClaimTemplate: Name | Age
            resource.k8s.io/v1/ResourceSlice: Name | Node | Driver | Pool | Age
            flowcontrol.apiserver.k8s.io/v1/FlowSchema: Name | PriorityLevel | MatchingPrecedence | DistinguisherMethod | Age | MissingPL
            flowcontrol.apiserver.k8s.io/v1/PriorityLevelConfiguration: Name | Type | NominalConcurrencyShares | Queues | HandSize | QueueLengthLimit | Age
            apps/v1beta1/StatefulSet: Name | Ready | Age | Containers* | Images*
            apps/v1beta2/Deployment: Name | Ready | Up-to-date | Available | Age | Containers* | Images* | Selector*
            autoscaling/v1/HorizontalPodAutoscaler: Name | Reference | Targets | MinPods | MaxPods | Replicas | Age
            autoscaling/v1/Scale: Name | Desired | Available | Age
            example.com/v1/Anything: Name | Age
            """)
    void eachKindHasTheColumnsPeopleKnow(String kind, String columns) {
        int slash = kind.lastIndexOf('/');
        String apiVersion = kind.substring(0, slash);
        String shown = String.join(
                " | ",
                Table.columnsOf(apiVersion, kind.substring(slash + 1)).stream()
                        .map(column -> column.name() + (column.priority() == 1 ? "*" : ""))
                        .toList());
        assertThat(shown).isEqualTo(columns);
        // Even of an object that has nothing, every cell is filled.
        assertThat(Rows.cells(kind, "{}")).doesNotContain("null");
    }

    @Test
    void columnsHaveTypesAndFormats() {
        Table pods = Table.of("v1", "Pod");
        assertThat(pods.columns().getFirst())
                .isEqualTo(new Column("Name", "string", "name", Column.NAME.description(), 0));
        assertThat(pods.columns())
                .allSatisfy(column -> assertThat(column.description()).isNotBlank());
        assertThat(Table.columnsOf("apps/v1", "ReplicaSet").get(1).type()).isEqualTo("integer");
        assertThat(Table.columnsOf("v1", "LimitRange").get(1).type()).isEqualTo("date");
        assertThat(Table.columnsOf("batch/v1", "CronJob").get(3).type()).isEqualTo("boolean");
        assertThat(Table.columnsOf("v1", "Event").getLast().format()).isEqualTo("name");
    }
}
