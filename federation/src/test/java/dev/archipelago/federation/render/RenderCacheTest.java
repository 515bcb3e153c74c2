package dev.archipelago.federation.render;

import static dev.archipelago.federation.testing.TestingObjects.template;
import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.federation.kinds.Binding;
import dev.archipelago.federation.workload.Template;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class RenderCacheTest {
    private final RenderCache cache = new RenderCache();
    private final Renderer renderer = new Renderer("sea");
    private final Template template = of();
    private int asked;

    private static Template of() {
        return template("apps/v1 StatefulSet", "{metadata: {uid: u1}, spec: {replicas: 1}}");
    }

    private String revision(Template of, long version, String where) {
        return cache.revision(of, version, where, () -> "r" + ++asked);
    }

    private static Binding.Target target(String cluster, int replicas) {
        return Binding.Target.of(cluster, OptionalInt.of(replicas));
    }

    private String replicas(Template of, Binding.Target target, long version) {
        return cache.object(of, version, target, () -> {
                    asked++;
                    return renderer.render(of, target, object -> object);
                })
                .object()
                .path("spec")
                .path("replicas")
                .asString();
    }

    @Test
    void findsEachRevisionOutOnce() {
        assertThat(revision(template, 0, "c1")).isEqualTo("r1");
        assertThat(revision(template, 0, "c1")).isEqualTo("r1");
        assertThat(revision(template, 0, "c2")).isEqualTo("r2");
        assertThat(revision(template, 0, "c1")).isEqualTo("r1");
    }

    @Test
    void anotherVersionOrAnotherTemplateIsAnotherMatter() {
        assertThat(revision(template, 0, "")).isEqualTo("r1");
        assertThat(revision(template, 1, "")).isEqualTo("r2");
        assertThat(revision(of(), 1, "")).isEqualTo("r3");
    }

    @Test
    void rendersOnceWhatIsTheSame() {
        assertThat(replicas(template, target("c1", 2), 0)).isEqualTo("2");
        assertThat(replicas(template, target("c2", 3), 0)).isEqualTo("3");
        assertThat(replicas(template, target("c1", 2), 0)).isEqualTo("2");
        assertThat(asked).isEqualTo(2);
    }

    @Test
    void rendersAnewWhenAnythingIsAnother() {
        replicas(template, target("c1", 2), 0);
        assertThat(replicas(template, target("c1", 3), 0)).isEqualTo("3");
        replicas(template, target("c1", 3), 1);
        replicas(of(), target("c1", 3), 1);
        assertThat(asked).isEqualTo(4);
    }

    @Test
    void releasesWhatOneMemberHasButNotItsRevision() {
        revision(template, 0, "");
        replicas(template, target("c1", 2), 0);
        replicas(template, target("c2", 2), 0);
        cache.release(template, "c1");
        revision(template, 0, "");
        replicas(template, target("c2", 2), 0);
        assertThat(asked).isEqualTo(3);
        replicas(template, target("c1", 2), 0);
        assertThat(asked).isEqualTo(4);
    }
}
