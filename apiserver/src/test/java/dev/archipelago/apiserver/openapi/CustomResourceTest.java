package dev.archipelago.apiserver.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.model.kinds.BuiltinKinds;
import dev.archipelago.model.kinds.ResourceKind;
import dev.archipelago.model.kinds.Subresource;
import dev.archipelago.model.schema.Field;
import dev.archipelago.model.schema.Schema;
import dev.archipelago.model.schema.Schema.ScalarType;
import dev.archipelago.model.schema.Struct;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class CustomResourceTest {
    private static final String NAME = "com.example.stable.v1.CronTab";
    private static final JsonNode SCHEMA = JsonMapper.shared().readTree("""
            {"type": "object", "properties": {"spec": {"type": "object", "required": ["image"], "properties": {
              "image": {"type": "string", "pattern": "^x", "default": "x"},
              "number": {"type": "integer", "nullable": true, "maximum": 3.5},
              "port": {"x-kubernetes-int-or-string": true, "anyOf": [{"type": "integer"}, {"type": "string"}]},
              "free": {"type": "object", "x-kubernetes-preserve-unknown-fields": true,
                       "properties": {"known": {"type": "string"}}}}}}}""");

    @Test
    void version3PassesTheAuthorsSchemaOn() {
        JsonNode document = version3(CustomSchemas.NONE, kind(new Struct("", false, true)));
        assertThat(document.at("/components/schemas/" + NAME + "/x-kubernetes-preserve-unknown-fields")
                        .asBoolean())
                .isTrue();
        JsonNode definition = version3(kind -> Optional.of(SCHEMA), kind(new Struct("", false, false)))
                .at("/components/schemas/" + NAME);
        assertThat(definition.at("/properties/spec")).isEqualTo(SCHEMA.at("/properties/spec"));
        assertThat(definition.at("/properties/metadata/allOf/0/$ref").asString())
                .endsWith("ObjectMeta");
        assertThat(definition.at("/x-kubernetes-group-version-kind/0/group").asString())
                .isEqualTo("stable.example.com");
        assertThat(SCHEMA.at("/properties/metadata").isMissingNode()).isTrue();
    }

    @Test
    void version2LeavesOutWhatItCannotSay() {
        ResourceKind kind = kind(new Struct("", false, false));
        OpenApi openApi = new OpenApi(List.of(kind), asked -> Optional.of(SCHEMA));
        JsonNode document = JsonMapper.shared().readTree(openApi.version2("").body());
        JsonNode fields = document.path("definitions").path(NAME).at("/properties/spec/properties");
        assertThat(fields.path("image").toString()).isEqualTo("{\"type\":\"string\",\"pattern\":\"^x\"}");
        assertThat(fields.path("number").toString()).isEqualTo("{\"maximum\":3.5}");
        assertThat(fields.path("port").toString()).isEqualTo("{\"x-kubernetes-int-or-string\":true}");
        assertThat(fields.path("free").toString()).isEqualTo("{\"x-kubernetes-preserve-unknown-fields\":true}");
    }

    @Test
    void withoutASchemaOfItsOwnTheStructIsWrittenOut() {
        Struct spec = new Struct("", false, false);
        spec.add(new Field("replicas", new Schema.Scalar(ScalarType.INT32), true, Set.of(), null));
        Struct root = new Struct("", false, false);
        root.add(new Field("metadata", BuiltinKinds.type("apis.meta.v1.ObjectMeta"), false, Set.of(), null));
        root.add(new Field("spec", spec, false, Set.of(), null));
        JsonNode schemas = version3(CustomSchemas.NONE, kind(root)).at("/components/schemas");
        assertThat(schemas.path(NAME).at("/properties/spec/properties/replicas").toString())
                .isEqualTo("{\"type\":\"integer\",\"format\":\"int32\"}");
        assertThat(schemas.path(NAME).at("/properties/spec/required").toString())
                .isEqualTo("[\"replicas\"]");
        assertThat(schemas.has("io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta"))
                .isTrue();
    }

    @Test
    void customResourcesCannotBePatchedStrategically() {
        JsonNode patch = version3(CustomSchemas.NONE, kind(new Struct("", false, true)))
                .path("paths")
                .path("/apis/stable.example.com/v1/namespaces/{namespace}/crontabs/{name}")
                .path("patch");
        assertThat(patch.at("/requestBody/content").propertyNames())
                .containsExactly(
                        "application/json-patch+json", "application/merge-patch+json", "application/apply-patch+yaml");
    }

    private static JsonNode version3(CustomSchemas schemas, ResourceKind kind) {
        OpenApi openApi = new OpenApi(List.of(kind), schemas);
        return JsonMapper.shared()
                .readTree(openApi.groupVersion("apis/stable.example.com/v1")
                        .orElseThrow()
                        .body());
    }

    private static ResourceKind kind(Struct schema) {
        return new ResourceKind(
                "stable.example.com",
                "v1",
                "crontabs",
                "CronTab",
                "crontab",
                true,
                List.of("ct"),
                List.of(),
                List.of("get", "list", "watch", "create", "update", "patch", "delete", "deletecollection"),
                List.of(new Subresource(
                        "status", "stable.example.com", "v1", "CronTab", List.of("get", "patch", "update"))),
                schema);
    }
}
