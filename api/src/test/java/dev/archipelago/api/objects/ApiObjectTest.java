package dev.archipelago.api.objects;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.model.kinds.GroupVersionKind;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

class ApiObjectTest {
    private static final Kind<AnyObject> CONFIG_MAP =
            AnyObject.kind(GroupVersionKind.of("v1", "ConfigMap"), "configmaps", true);

    private static AnyObject read() {
        ObjectNode tree = Json.parse("""
                {"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a","namespace":"b","uid":"u",\
                "managedFields":[{"manager":"m"}]},"data":{"x":"y"}}""".getBytes(StandardCharsets.UTF_8));
        return CONFIG_MAP.read(new Stored(Stored.encode(tree), 7));
    }

    @Test
    void knowsItsMetadataWithoutTheRest() {
        assertThat(read().key()).isEqualTo(new Key("b", "a"));
        assertThat(read().uid()).isEqualTo("u");
        assertThat(read().resourceVersion()).isEqualTo(7);
    }

    @Test
    void whoOnlyLooksSeesAllButItsManagersAndShares() {
        AnyObject object = read();
        JsonNode view = object.view();
        assertThat(view.path("data").path("x").asString()).isEqualTo("y");
        assertThat(view.path("metadata").path("resourceVersion").asString()).isEqualTo("7");
        assertThat(view.path("metadata").has("managedFields")).isFalse();
        assertThat(object.view()).isSameAs(view);
    }

    @Test
    void whoWritesHasATreeOfTheirOwn() {
        AnyObject object = read();
        object.tree().putObject("data").put("x", "z");
        assertThat(object.tree().path("data").path("x").asString()).isEqualTo("y");
        assertThat(object.tree().path("metadata").has("managedFields")).isTrue();
        assertThat(object.view().path("data").path("x").asString()).isEqualTo("y");
    }
}
