package dev.archipelago.model.kinds;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.archipelago.model.schema.Field;
import dev.archipelago.model.schema.Field.PatchStrategy;
import dev.archipelago.model.schema.Schema;
import dev.archipelago.model.schema.Schema.ListOf;
import dev.archipelago.model.schema.Schema.ListType;
import dev.archipelago.model.schema.Schema.MapOf;
import dev.archipelago.model.schema.Schema.Scalar;
import dev.archipelago.model.schema.Schema.ScalarType;
import dev.archipelago.model.schema.Struct;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BuiltinKindsTest {

    @Test
    void listsEveryResourceOnceWithMetadataAndVerbs() {
        List<String> names = new ArrayList<>();
        for (ResourceKind kind : BuiltinKinds.all()) {
            names.add(kind.apiVersion() + " " + kind.resource());
            assertThat(kind.verbs()).as(kind.resource()).isNotEmpty();
            assertThat(kind.schema().field("metadata")).as(kind.resource()).isNotNull();
        }
        assertThat(names)
                .doesNotHaveDuplicates()
                .contains(
                        "v1 pods",
                        "apps/v1 statefulsets",
                        "apps/v1beta1 statefulsets",
                        "apps/v1beta2 deployments",
                        "autoscaling/v1 horizontalpodautoscalers",
                        "autoscaling/v2 horizontalpodautoscalers",
                        "apiextensions.k8s.io/v1 customresourcedefinitions",
                        "apiregistration.k8s.io/v1 apiservices",
                        "rbac.authorization.k8s.io/v1 clusterroles");
    }

    @ParameterizedTest
    @CsvSource({
        "core.v1.Secret, data, MapOf BYTES",
        "core.v1.ConfigMap, binaryData, MapOf BYTES",
        "core.v1.ConfigMap, data, MapOf STRING",
        "core.v1.ContainerPort, containerPort, INT32",
        "core.v1.PodSpec, terminationGracePeriodSeconds, INT64",
        "core.v1.PodSpec, hostNetwork, BOOLEAN",
        "core.v1.ServicePort, targetPort, INT_OR_STRING",
        "core.v1.ResourceRequirements, limits, MapOf QUANTITY",
        "core.v1.Event, firstTimestamp, TIME",
        "core.v1.Event, eventTime, MICRO_TIME",
        "coordination.v1.LeaseSpec, renewTime, MICRO_TIME",
        "apis.meta.v1.ObjectMeta, creationTimestamp, TIME",
        "apis.meta.v1.ManagedFieldsEntry, fieldsV1, Any",
        "apps.v1.ControllerRevision, data, Any",
        "apis.apiextensions.v1.JSONSchemaProps, items, Any",
        "apis.apiextensions.v1.JSONSchemaProps, properties, MapOf apis.apiextensions.v1.JSONSchemaProps",
        "apis.apiextensions.v1.JSONSchemaProps, $ref, STRING",
        "apis.apiextensions.v1.JSONSchemaProps, maximum, DOUBLE",
        "admissionregistration.v1.WebhookClientConfig, caBundle, BYTES",
        "apps.v1.StatefulSetSpec, template, core.v1.PodTemplateSpec",
        "apps.v1beta1.StatefulSet, spec, apps.v1.StatefulSetSpec",
        "core.v1.List, items, ListOf Any"
    })
    void fieldsHaveTheirWireType(String type, String field, String shape) {
        assertThat(describe(field(type, field).schema())).isEqualTo(shape);
    }

    @ParameterizedTest
    @CsvSource({
        "core.v1.Container, ports, MAP, containerPort;protocol, containerPort, MERGE",
        "core.v1.PodSpec, volumes, MAP, name, name, MERGE;RETAIN_KEYS",
        "core.v1.PodSpec, tolerations, ATOMIC, '', , ''",
        "core.v1.ServiceSpec, ports, MAP, port;protocol, port, MERGE",
        "core.v1.PodStatus, hostIPs, ATOMIC, '', ip, MERGE",
        "apis.meta.v1.ObjectMeta, finalizers, SET, '', , MERGE",
        "apps.v1.StatefulSetStatus, conditions, MAP, type, type, MERGE",
        "batch.v1.JobStatus, conditions, ATOMIC, '', type, MERGE"
    })
    void listsMergeAsInKubernetes(
            String type, String field, ListType listType, String mapKeys, String mergeKey, String strategies) {
        Field found = field(type, field);
        ListOf list = (ListOf) found.schema();
        assertThat(list.listType()).isEqualTo(listType);
        assertThat(String.join(";", list.mapKeys())).isEqualTo(mapKeys);
        assertThat(found.mergeKey()).isEqualTo(mergeKey);
        assertThat(found.patchStrategies().stream().sorted().map(Enum::name).toList())
                .isEqualTo(strategies.isEmpty() ? List.of() : List.of(strategies.split(";")));
    }

    @Test
    void knowsWhatIsReplacedWhole() {
        assertThat(BuiltinKinds.type("apis.meta.v1.LabelSelector").atomic()).isTrue();
        assertThat(BuiltinKinds.type("core.v1.PodSpec").atomic()).isFalse();
        assertThat(((MapOf) field("core.v1.ServiceSpec", "selector").schema()).atomic())
                .isTrue();
        assertThat(((MapOf) field("apis.meta.v1.ObjectMeta", "labels").schema()).atomic())
                .isFalse();
        assertThat(field("policy.v1.PodDisruptionBudgetSpec", "selector").patchStrategies())
                .containsExactly(PatchStrategy.REPLACE);
    }

    @Test
    void aVolumesClaimReferenceMergesThoughReferencesAreAtomic() {
        Struct claimRef =
                (Struct) field("core.v1.PersistentVolumeSpec", "claimRef").schema();
        assertThat(claimRef.name()).isEqualTo("core.v1.ObjectReference");
        assertThat(claimRef.atomic()).isFalse();
        assertThat(claimRef.field("uid")).isNotNull();
        assertThat(BuiltinKinds.type("core.v1.ObjectReference").atomic()).isTrue();
    }

    @Test
    void knowsRequiredFields() {
        assertThat(field("apps.v1.StatefulSetSpec", "selector").required()).isTrue();
        assertThat(field("apps.v1.StatefulSetSpec", "replicas").required()).isFalse();
        assertThat(field("core.v1.Container", "name").required()).isTrue();
    }

    @Test
    void leavesOutWhatTheModelClassesHaveAheadOfTheVersion() {
        assertThat(BuiltinKinds.type("core.v1.KeyToPath").field("user")).isNull();
    }

    @Test
    void subresourcesKnowTheirOwnKind() {
        ResourceKind sets = kind("apps/v1", "statefulsets");
        assertThat(sets.shortNames()).containsExactly("sts");
        assertThat(sets.categories()).containsExactly("all");
        assertThat(sets.listKind()).isEqualTo("StatefulSetList");
        assertThat(sets.subresource("scale").orElseThrow().groupVersionKind())
                .isEqualTo(GroupVersionKind.of("autoscaling/v1", "Scale"));
        assertThat(sets.subresource("status").orElseThrow().groupVersionKind()).isEqualTo(sets.groupVersionKind());
        assertThat(sets.subresource("log")).isEmpty();
        assertThat(kind("v1", "pods").subresource("eviction").orElseThrow().groupVersionKind())
                .isEqualTo(GroupVersionKind.of("policy/v1", "Eviction"));
        assertThat(kind("v1", "namespaces").verbs()).doesNotContain("deletecollection");
    }

    @Test
    void unknownTypesAreRefused() {
        assertThatThrownBy(() -> BuiltinKinds.type("core.v1.Nothing")).hasMessageContaining("core.v1.Nothing");
    }

    @Test
    void apiVersionsReadBothWays() {
        assertThat(GroupVersionKind.of("v1", "Pod")).isEqualTo(new GroupVersionKind("", "v1", "Pod"));
        assertThat(GroupVersionKind.of("apps/v1", "Deployment").apiVersion()).isEqualTo("apps/v1");
        assertThat(GroupVersionKind.of("v1", "Pod").apiVersion()).isEqualTo("v1");
    }

    private static ResourceKind kind(String apiVersion, String resource) {
        return BuiltinKinds.all().stream()
                .filter(kind ->
                        kind.apiVersion().equals(apiVersion) && kind.resource().equals(resource))
                .findFirst()
                .orElseThrow();
    }

    private static Field field(String type, String name) {
        return requireNonNull(BuiltinKinds.type(type).field(name), name);
    }

    private static String describe(Schema schema) {
        return switch (schema) {
            case Scalar(ScalarType type) -> type.name();
            case Schema.Any any -> "Any";
            case ListOf list -> "ListOf " + describe(list.element());
            case MapOf map -> "MapOf " + describe(map.value());
            case Struct struct -> struct.name();
        };
    }
}
