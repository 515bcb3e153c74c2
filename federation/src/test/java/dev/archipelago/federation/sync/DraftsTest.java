package dev.archipelago.federation.sync;

import static dev.archipelago.federation.testing.TestingObjects.read;
import static dev.archipelago.federation.testing.TestingObjects.tree;
import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.federation.workload.Template;
import dev.archipelago.cluster.kinds.StatefulSet;
import dev.archipelago.federation.kinds.Binding;
import dev.archipelago.federation.render.Renderer;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

class DraftsTest {
    private static final Template TEMPLATE = of("u1", 5);

    private final Renderer renderer = new Renderer("sea");
    private final Drafts drafts = new Drafts();
    private int rendered;

    private static Template of(String uid, long revision) {
        ObjectNode tree = tree("{metadata: {name: web, namespace: shop, uid: %s}, spec: {replicas: 3}}".formatted(uid));
        return new Template(StatefulSet.KIND, read(StatefulSet.KIND, tree, revision));
    }

    private static Binding.Target target(int replicas) {
        return Binding.Target.of("c1", OptionalInt.of(replicas));
    }

    private String replicas(Template template, Binding.Target target, long overriding) {
        return drafts.of(template, target, overriding, () -> {
                    rendered++;
                    return renderer.render(template, target, object -> object);
                })
                .object()
                .path("spec")
                .path("replicas")
                .asString();
    }

    @Test
    void rendersOnceWhatIsTheSame() {
        assertThat(replicas(TEMPLATE, target(2), 0)).isEqualTo("2");
        assertThat(replicas(TEMPLATE, target(2), 0)).isEqualTo("2");
        assertThat(rendered).isEqualTo(1);
    }

    @Test
    void rendersAnewWhenAnythingIsAnother() {
        replicas(TEMPLATE, target(2), 0);
        assertThat(replicas(TEMPLATE, target(3), 0)).isEqualTo("3");
        replicas(TEMPLATE, target(3), 1);
        replicas(of("u1", 6), target(3), 1);
        replicas(of("u2", 6), target(3), 1);
        assertThat(rendered).isEqualTo(5);
    }

    @Test
    void forgetsWhatTheMemberHas() {
        replicas(TEMPLATE, target(2), 0);
        drafts.forget(TEMPLATE.bindingKey());
        replicas(TEMPLATE, target(2), 0);
        assertThat(rendered).isEqualTo(2);
    }
}
