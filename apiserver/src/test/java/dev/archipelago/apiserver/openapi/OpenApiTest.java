package dev.archipelago.apiserver.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.model.kinds.BuiltinKinds;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class OpenApiTest {
    private static final String SETS = "/apis/apps/v1/namespaces/{namespace}/statefulsets";
    private static final OpenApi OPEN_API = new OpenApi(BuiltinKinds.all(), CustomSchemas.NONE);
    private static final JsonNode VERSION_2 = json(OPEN_API.version2("application/json"));
    private static final JsonNode APPS =
            json(OPEN_API.groupVersion("apis/apps/v1").orElseThrow());

    @Test
    void theIndexLinksEveryGroupVersionByHash() {
        JsonNode paths = json(OPEN_API.index()).path("paths");
        assertThat(paths.propertyNames())
                .contains("api/v1", "apis/apps/v1", "apis/apps/v1beta1", "apis/autoscaling/v2");
        String hash = OPEN_API.groupVersion("apis/apps/v1").orElseThrow().hash();
        assertThat(paths.path("apis/apps/v1").path("serverRelativeURL").asString())
                .isEqualTo("/openapi/v3/apis/apps/v1?hash=" + hash);
        assertThat(OPEN_API.groupVersion("apis/apps/v9")).isEmpty();
    }

    @Test
    void everyReferenceLeadsToADefinition() {
        assertThat(undefined(VERSION_2, VERSION_2.path("definitions"), "#/definitions/"))
                .isEmpty();
        for (String path : json(OPEN_API.index()).path("paths").propertyNames()) {
            JsonNode document = json(OPEN_API.groupVersion(path).orElseThrow());
            assertThat(undefined(document, document.at("/components/schemas"), "#/components/schemas/"))
                    .as(path)
                    .isEmpty();
        }
    }

    @Test
    void operationIdsAreUnique() {
        Set<String> seen = new HashSet<>();
        for (JsonNode path : VERSION_2.path("paths")) {
            for (JsonNode operation : path) {
                if (operation.has("operationId")) {
                    assertThat(seen.add(operation.path("operationId").asString()))
                            .as(operation.path("operationId").asString())
                            .isTrue();
                }
            }
        }
        assertThat(seen)
                .contains(
                        "listCoreV1PodForAllNamespaces",
                        "readAppsV1NamespacedStatefulSetScale",
                        "deleteRbacAuthorizationV1CollectionClusterRole",
                        "connectCoreV1PostNamespacedPodExec",
                        "createCoreV1NamespacedPodEviction");
    }

    /// This is how kubectl finds out that it may leave validation to the server.
    @Test
    void patchesNameTheirKindAndTakeFieldValidation() {
        JsonNode version3 = APPS.path("paths").path(SETS + "/{name}").path("patch");
        JsonNode version2 = VERSION_2.path("paths").path(SETS + "/{name}").path("patch");
        for (JsonNode patch : new JsonNode[] {version2, version3}) {
            assertThat(patch.path("x-kubernetes-group-version-kind").toString())
                    .isEqualTo("{\"group\":\"apps\",\"kind\":\"StatefulSet\",\"version\":\"v1\"}");
            assertThat(patch.path("parameters")
                            .valueStream()
                            .map(parameter -> parameter.path("name").asString()))
                    .contains("fieldValidation", "dryRun", "fieldManager", "force");
        }
        assertThat(version3.at("/requestBody/content").propertyNames())
                .contains("application/apply-patch+yaml", "application/strategic-merge-patch+json");
    }

    @Test
    void definitionsNameTheirKinds() {
        assertThat(VERSION_2
                        .at("/definitions/io.k8s.api.apps.v1.StatefulSet/x-kubernetes-group-version-kind")
                        .toString())
                .isEqualTo("[{\"group\":\"apps\",\"kind\":\"StatefulSet\",\"version\":\"v1\"}]");
        assertThat(APPS.at("/components/schemas/io.k8s.api.autoscaling.v1.Scale/x-kubernetes-group-version-kind/0/kind")
                        .asString())
                .isEqualTo("Scale");
        assertThat(APPS.at("/components/schemas/io.k8s.api.apps.v1.StatefulSetList/properties/items/items/$ref")
                        .asString())
                .isEqualTo("#/components/schemas/io.k8s.api.apps.v1.StatefulSet");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "core.v1.Container | ports | {'type':'array','items':{'$ref':'REF/io.k8s.api.core.v1.ContainerPort'},"
                        + "'x-kubernetes-list-type':'map','x-kubernetes-list-map-keys':['containerPort','protocol'],"
                        + "'x-kubernetes-patch-strategy':'merge','x-kubernetes-patch-merge-key':'containerPort'}",
                "core.v1.Secret | data | {'type':'object','additionalProperties':{'type':'string','format':'byte'}}",
                "core.v1.ServiceSpec | selector | {'type':'object','additionalProperties':{'type':'string'},"
                        + "'x-kubernetes-map-type':'atomic'}",
                "core.v1.ServicePort | targetPort | {'$ref':'REF/io.k8s.apimachinery.pkg.util.intstr.IntOrString'}",
                "core.v1.PersistentVolumeSpec | claimRef | {'$ref':'REF/io.k8s.api.core.v1.ObjectReference',"
                        + "'x-kubernetes-map-type':'granular'}",
                "core.v1.PodSpec | volumes | {'type':'array','items':{'$ref':'REF/io.k8s.api.core.v1.Volume'},"
                        + "'x-kubernetes-list-type':'map','x-kubernetes-list-map-keys':['name'],"
                        + "'x-kubernetes-patch-strategy':'merge,retainKeys','x-kubernetes-patch-merge-key':'name'}"
            })
    void fieldsSayHowTheyMerge(String type, String field, String expected) {
        JsonNode property = VERSION_2
                .path("definitions")
                .path("io.k8s.api." + type)
                .path("properties")
                .path(field)
                .deepCopy();
        ((tools.jackson.databind.node.ObjectNode) property).remove("description");
        assertThat(property.toString().replace('"', '\'').replace("#/definitions/", "REF/"))
                .isEqualTo(expected);
    }

    @Test
    void valuesOfTwoTypesAreWrittenAsEachVersionCan() {
        assertThat(VERSION_2
                        .at("/definitions/io.k8s.apimachinery.pkg.util.intstr.IntOrString")
                        .toString())
                .isEqualTo("{\"format\":\"int-or-string\",\"type\":\"string\"}");
        assertThat(APPS.at("/components/schemas/io.k8s.apimachinery.pkg.util.intstr.IntOrString")
                        .toString())
                .isEqualTo("{\"format\":\"int-or-string\",\"oneOf\":[{\"type\":\"integer\"},{\"type\":\"string\"}]}");
    }

    @Test
    void fieldsThatReferStillHaveTheirDescription() {
        JsonNode template = APPS.at("/components/schemas/io.k8s.api.apps.v1.StatefulSetSpec/properties/template");
        assertThat(template.path("description").asString()).isNotEmpty();
        assertThat(template.at("/allOf/0/$ref").asString()).endsWith("io.k8s.api.core.v1.PodTemplateSpec");
        assertThat(VERSION_2
                        .at("/definitions/io.k8s.api.apps.v1.StatefulSetSpec/properties/replicas/description")
                        .asString())
                .startsWith("How many pods");
    }

    private static Set<String> undefined(JsonNode node, JsonNode definitions, String prefix) {
        Set<String> missing = new HashSet<>();
        for (JsonNode reference : node.findValues("$ref")) {
            if (reference.isString() && !definitions.has(reference.asString().substring(prefix.length()))) {
                missing.add(reference.asString());
            }
        }
        return missing;
    }

    private static JsonNode json(OpenApiDocument document) {
        return JsonMapper.shared().readTree(document.body());
    }
}
