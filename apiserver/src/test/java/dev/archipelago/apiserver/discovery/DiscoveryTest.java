package dev.archipelago.apiserver.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.model.kinds.BuiltinKinds;
import dev.archipelago.model.kinds.ResourceKind;
import dev.archipelago.model.schema.Struct;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class DiscoveryTest {
    private final Discovery discovery = new Discovery(BuiltinKinds.all(), "127.0.0.1:6443");

    @Test
    void tellsTheCoreVersions() {
        assertThat(plain("/api").toString())
                .isEqualTo("{\"kind\":\"APIVersions\",\"versions\":[\"v1\"],\"serverAddressByClientCIDRs\":"
                        + "[{\"clientCIDR\":\"0.0.0.0/0\",\"serverAddress\":\"127.0.0.1:6443\"}]}");
    }

    @Test
    void listsGroupsAsAStockServerDoesWithPreferredVersionsFirst() {
        JsonNode groups = plain("/apis").path("groups");
        assertThat(groups.valueStream().map(group -> group.path("name").asString()))
                .startsWith("apiregistration.k8s.io", "apps", "events.k8s.io")
                .doesNotContain("")
                .endsWith("flowcontrol.apiserver.k8s.io");
        assertThat(plain("/apis/apps").toString())
                .isEqualTo("{\"kind\":\"APIGroup\",\"apiVersion\":\"v1\",\"name\":\"apps\",\"versions\":["
                        + "{\"groupVersion\":\"apps/v1\",\"version\":\"v1\"},"
                        + "{\"groupVersion\":\"apps/v1beta2\",\"version\":\"v1beta2\"},"
                        + "{\"groupVersion\":\"apps/v1beta1\",\"version\":\"v1beta1\"}],"
                        + "\"preferredVersion\":{\"groupVersion\":\"apps/v1\",\"version\":\"v1\"}}");
        assertThat(plain("/apis/autoscaling").at("/preferredVersion/version").asString())
                .isEqualTo("v2");
    }

    @Test
    void customGroupsFollowTheBuiltInOnesByName() {
        List<ResourceKind> kinds = new ArrayList<>(BuiltinKinds.all());
        kinds.addFirst(custom("z.example.com", "v1"));
        kinds.addFirst(custom("a.example.com", "v1alpha1"));
        kinds.addFirst(custom("a.example.com", "v1"));
        JsonNode groups = json(new Discovery(kinds, "")
                        .document("/apis", DiscoveryForm.PLAIN)
                        .orElseThrow())
                .path("groups");
        assertThat(groups.valueStream().map(group -> group.path("name").asString()))
                .startsWith("apiregistration.k8s.io")
                .endsWith("flowcontrol.apiserver.k8s.io", "a.example.com", "z.example.com");
    }

    @Test
    void describesResourcesAndSubresources() {
        JsonNode resources = plain("/apis/apps/v1").path("resources");
        JsonNode sets = named(resources, "statefulsets");
        assertThat(sets.path("singularName").asString()).isEqualTo("statefulset");
        assertThat(sets.path("kind").asString()).isEqualTo("StatefulSet");
        assertThat(sets.path("namespaced").asBoolean()).isTrue();
        assertThat(sets.path("shortNames").toString()).isEqualTo("[\"sts\"]");
        assertThat(sets.path("categories").toString()).isEqualTo("[\"all\"]");
        assertThat(sets.has("group")).isFalse();
        assertThat(named(resources, "statefulsets/scale").toString())
                .isEqualTo("{\"name\":\"statefulsets/scale\",\"singularName\":\"\",\"namespaced\":true,"
                        + "\"group\":\"autoscaling\",\"version\":\"v1\",\"kind\":\"Scale\","
                        + "\"verbs\":[\"get\",\"patch\",\"update\"]}");
        assertThat(named(plain("/api/v1").path("resources"), "pods/eviction")
                        .path("group")
                        .asString())
                .isEqualTo("policy");
    }

    @Test
    void versionsOfAResourceShareTheHashOfTheStoredOne() {
        String current = hash("/apis/apps/v1", "statefulsets");
        assertThat(current).isNotEmpty().isEqualTo(hash("/apis/apps/v1beta1", "statefulsets"));
        assertThat(hash("/apis/apps/v1", "deployments")).isNotEqualTo(current);
        assertThat(hash("/apis/authentication.k8s.io/v1", "tokenreviews")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"AGGREGATED_V2, apidiscovery.k8s.io/v2", "AGGREGATED_V2BETA1, apidiscovery.k8s.io/v2beta1"})
    void tellsEverythingAtOnce(DiscoveryForm form, String apiVersion) {
        DiscoveryDocument document = discovery.document("/apis", form).orElseThrow();
        assertThat(document.contentType())
                .isEqualTo("application/json;g=apidiscovery.k8s.io;v=" + apiVersion.substring(20)
                        + ";as=APIGroupDiscoveryList");
        JsonNode list = json(document);
        assertThat(list.path("kind").asString()).isEqualTo("APIGroupDiscoveryList");
        assertThat(list.path("apiVersion").asString()).isEqualTo(apiVersion);
        JsonNode apps = list.path("items").get(1);
        assertThat(apps.at("/metadata/name").asString()).isEqualTo("apps");
        JsonNode sets = find(apps.at("/versions/0/resources"), "resource", "statefulsets");
        assertThat(sets.path("scope").asString()).isEqualTo("Namespaced");
        assertThat(find(sets.path("subresources"), "subresource", "scale").toString())
                .isEqualTo("{\"subresource\":\"scale\",\"responseKind\":{\"group\":\"autoscaling\",\"version\":\"v1\","
                        + "\"kind\":\"Scale\"},\"verbs\":[\"get\",\"patch\",\"update\"]}");
        JsonNode core = json(discovery.document("/api", form).orElseThrow());
        assertThat(core.path("items")).hasSize(1);
        assertThat(core.at("/items/0/metadata").isEmpty()).isTrue();
        assertThat(core.at("/items/0/versions/0/freshness").asString()).isEqualTo("Current");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"/", "/api/", "/api/v2", "/apis/", "/apis/none", "/apis/apps/v9", "/apis/apps/v1/x", "/apis//v1"
            })
    void unknownPathsHaveNoDocument(String path) {
        assertThat(discovery.document(path, DiscoveryForm.PLAIN)).isEmpty();
    }

    @Test
    void tagsTellDocumentsApart() {
        DiscoveryDocument document =
                discovery.document("/apis", DiscoveryForm.PLAIN).orElseThrow();
        List<ResourceKind> fewer = BuiltinKinds.all().subList(0, 30);
        assertThat(document.etag()).startsWith("\"").endsWith("\"").hasSize(66);
        assertThat(new Discovery(BuiltinKinds.all(), "x")
                        .document("/apis", DiscoveryForm.PLAIN)
                        .orElseThrow()
                        .etag())
                .isEqualTo(document.etag());
        assertThat(new Discovery(fewer, "")
                        .document("/apis", DiscoveryForm.PLAIN)
                        .orElseThrow()
                        .etag())
                .isNotEqualTo(document.etag());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json | AGGREGATED_V2",
                "application/json;as=APIGroupDiscoveryList; v=v2beta1; g=apidiscovery.k8s.io | AGGREGATED_V2BETA1",
                "application/json;g=apidiscovery.k8s.io;v=v3;as=APIGroupDiscoveryList,application/json | PLAIN",
                "application/json, */* | PLAIN",
                "text/html;q | PLAIN",
                ";;; | PLAIN",
                "'' | PLAIN"
            })
    void takesTheFirstFormTheClientNames(String accept, DiscoveryForm form) {
        assertThat(DiscoveryForm.accepted(accept)).isEqualTo(form);
    }

    @Test
    void prefersStableOverBetaOverAlphaAndHighOverLow() {
        List<String> ordered = List.of(
                "v10",
                "v2",
                "v1",
                "v11beta2",
                "v10beta3",
                "v3beta1",
                "v12alpha1",
                "v11alpha2",
                "foo1",
                "foo10",
                "v1gamma");
        List<String> shuffled = new ArrayList<>(ordered);
        Collections.reverse(shuffled);
        shuffled.sort(VersionOrder.MOST_PREFERRED_FIRST);
        assertThat(shuffled).isEqualTo(ordered);
    }

    @Test
    void saysWhichKubernetesItBehavesLike() {
        JsonNode version = ServerVersion.json();
        assertThat(version.path("major").asString()).isEqualTo("1");
        assertThat(version.path("minor").asString()).isEqualTo("36");
        assertThat(version.path("gitVersion").asString()).startsWith("v1.36.");
    }

    private static ResourceKind custom(String group, String version) {
        return new ResourceKind(
                group,
                version,
                "tabs",
                "Tab",
                "tab",
                true,
                List.of(),
                List.of(),
                List.of("get"),
                List.of(),
                new Struct("", false, true));
    }

    private String hash(String path, String resource) {
        return named(plain(path).path("resources"), resource)
                .path("storageVersionHash")
                .asString("");
    }

    private JsonNode plain(String path) {
        return json(discovery.document(path, DiscoveryForm.PLAIN).orElseThrow());
    }

    private static JsonNode json(DiscoveryDocument document) {
        return JsonMapper.shared().readTree(document.body());
    }

    private static JsonNode named(JsonNode array, String name) {
        return find(array, "name", name);
    }

    private static JsonNode find(JsonNode array, String key, String value) {
        return array.valueStream()
                .filter(node -> node.path(key).asString().equals(value))
                .findFirst()
                .orElseThrow();
    }
}
