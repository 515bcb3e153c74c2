package dev.archipelago.cluster.garbage;

import static dev.archipelago.cluster.testing.TestingWorld.yaml;
import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.api.cluster.DeleteOptions;
import dev.archipelago.api.cluster.DeleteOptions.Propagation;
import dev.archipelago.api.objects.AnyObject;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.cluster.testing.Eventually;
import dev.archipelago.cluster.testing.TestingCluster;
import dev.archipelago.model.kinds.GroupVersionKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class GarbageIT {
    private static final Kind<AnyObject> MAP =
            AnyObject.kind(new GroupVersionKind("", "v1", "ConfigMap"), "configmaps", true);
    private static final Kind<AnyObject> DEFINITION = AnyObject.kind(
            new GroupVersionKind("apiextensions.k8s.io", "v1", "CustomResourceDefinition"),
            "customresourcedefinitions",
            false);
    private static final Kind<AnyObject> THING =
            AnyObject.kind(new GroupVersionKind("example.com", "v1", "Thing"), "things", true);

    @RegisterExtension
    final TestingCluster cluster = new TestingCluster(caches -> List.of(new GarbageReconciler(caches)));

    private AnyObject map(String name, AnyObject... owners) {
        return create(MAP, name, owners);
    }

    private AnyObject create(Kind<AnyObject> kind, String name, AnyObject... owners) {
        List<String> references = new ArrayList<>();
        for (AnyObject owner : owners) {
            references.add("{apiVersion: %s, kind: %s, name: %s, uid: %s, blockOwnerDeletion: true}"
                    .formatted(
                            owner.tree().path("apiVersion").asString(),
                            owner.tree().path("kind").asString(),
                            owner.name(),
                            owner.uid()));
        }
        return kind.read(cluster.api().create(kind, yaml("""
                apiVersion: %s
                kind: %s
                metadata: {name: %s, namespace: default, ownerReferences: [%s]}
                """.formatted(
                        kind.apiVersion(), kind.name(), name, String.join(", ", references)))));
    }

    private void delete(Kind<?> kind, String name, Propagation propagation) {
        cluster.api()
                .delete(
                        kind,
                        new Key(kind.namespaced() ? "default" : "", name),
                        new DeleteOptions(false, Optional.empty(), Optional.of(propagation), "", ""));
    }

    private Optional<AnyObject> find(String map) {
        return cluster.api().get(MAP, new Key("default", map));
    }

    @Test
    void dependentsFollowInTheBackground() {
        AnyObject a = map("a");
        AnyObject b = map("b", a);
        map("c", b);
        map("both", a, map("keeper"));
        delete(MAP, "a", Propagation.BACKGROUND);
        Eventually.holds(() -> find("b").isEmpty() && find("c").isEmpty());
        Eventually.holds(() -> find("both").orElseThrow().meta().owners().size() == 1);
    }

    @Test
    void dependentsGoFirstInTheForeground() {
        AnyObject a = map("a");
        AnyObject b = map("b", a);
        map("c", b);
        delete(MAP, "a", Propagation.FOREGROUND);
        Eventually.holds(() -> find("a").isEmpty());
        assertThat(find("b")).isEmpty();
        assertThat(find("c")).isEmpty();
    }

    @Test
    void orphansStay() {
        AnyObject a = map("a");
        map("b", a);
        delete(MAP, "a", Propagation.ORPHAN);
        Eventually.holds(() -> find("a").isEmpty());
        assertThat(find("b").orElseThrow().meta().owners()).isEmpty();
    }

    @Test
    void anOwnerThatNeverWasIsAsGoodAsGone() {
        AnyObject a = map("a");
        delete(MAP, "a", Propagation.BACKGROUND);
        Eventually.holds(() -> find("a").isEmpty());
        map("b", a);
        Eventually.holds(() -> find("b").isEmpty());
    }

    @Test
    void customKindsComeAndGoWithTheirDependents() {
        cluster.api().create(DEFINITION, yaml("""
                apiVersion: apiextensions.k8s.io/v1
                kind: CustomResourceDefinition
                metadata: {name: things.example.com}
                spec:
                  group: example.com
                  scope: Namespaced
                  names: {plural: things, singular: thing, kind: Thing}
                  versions:
                  - name: v1
                    served: true
                    storage: true
                    schema: {openAPIV3Schema: {type: object}}
                """));
        Eventually.holds(() -> cluster.api()
                .get(DEFINITION, Key.global("things.example.com"))
                .orElseThrow()
                .tree()
                .path("status")
                .toString()
                .contains("Established"));
        AnyObject first = create(THING, "first");
        map("b", first);
        create(THING, "second", map("owner"));
        delete(THING, "first", Propagation.BACKGROUND);
        Eventually.holds(() -> find("b").isEmpty());
        delete(MAP, "owner", Propagation.BACKGROUND);
        Eventually.holds(
                () -> cluster.api().get(THING, new Key("default", "second")).isEmpty());
        map("c", create(THING, "third"));
        delete(DEFINITION, "things.example.com", Propagation.BACKGROUND);
        Eventually.holds(() -> find("c").isEmpty());
    }
}
