package dev.archipelago.federation.sync;

import static dev.archipelago.federation.testing.TestingObjects.template;
import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.federation.workload.Template;
import org.junit.jupiter.api.Test;

class RevisionsTest {
    private final Revisions revisions = new Revisions();
    private final Template template = template("apps/v1 StatefulSet", "{spec: {replicas: 1}}");
    private int asked;

    private String revision(Template of, long version, String where) {
        return revisions.of(of, version, where, () -> "r" + ++asked);
    }

    @Test
    void findsEachOutOnce() {
        assertThat(revision(template, 0, "c1")).isEqualTo("r1");
        assertThat(revision(template, 0, "c1")).isEqualTo("r1");
        assertThat(revision(template, 0, "c2")).isEqualTo("r2");
        assertThat(revision(template, 0, "c1")).isEqualTo("r1");
    }

    @Test
    void anotherVersionOrAnotherTemplateIsAnotherMatter() {
        assertThat(revision(template, 0, "")).isEqualTo("r1");
        assertThat(revision(template, 1, "")).isEqualTo("r2");
        assertThat(revision(template("apps/v1 StatefulSet", "{spec: {replicas: 1}}"), 1, ""))
                .isEqualTo("r3");
    }
}
