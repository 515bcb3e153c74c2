package dev.archipelago.cluster.garbage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.api.cluster.ClusterApi;
import dev.archipelago.api.cluster.ClusterApi.Listing;
import dev.archipelago.api.objects.AnyObject;
import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.api.objects.Stored;
import dev.archipelago.controller.cache.Cache;
import dev.archipelago.controller.cache.Caches;
import dev.archipelago.model.kinds.GroupVersionKind;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

class GarbageReconcilerTest {
    private static final Kind<AnyObject> MAPS =
            AnyObject.kind(GroupVersionKind.of("v1", "ConfigMap"), "configmaps", true);

    private final Caches caches = new Caches();
    private final List<Key> again = new ArrayList<>();
    private final Cache<AnyObject> maps = caches.of(MAPS);

    @BeforeEach
    void connect() {
        new GarbageReconciler(caches).connect(again::add);
        caches.discover((ClusterApi) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {ClusterApi.class}, (proxy, method, arguments) -> {
                    assertThat(method.getName()).isEqualTo("kinds");
                    return List.of(MAPS);
                }));
    }

    private void list(long resourceVersion, String uid, String finalizer, String owner) {
        ObjectNode object = Json.object().put("apiVersion", "v1").put("kind", "ConfigMap");
        ObjectNode metadata = object.putObject("metadata")
                .put("namespace", "default")
                .put("name", "a")
                .put("uid", uid);
        if (!finalizer.isEmpty()) {
            metadata.put("deletionTimestamp", "2026-01-01T00:00:00Z")
                    .putArray("finalizers")
                    .add(finalizer);
        }
        if (!owner.isEmpty()) {
            metadata.putArray("ownerReferences")
                    .addObject()
                    .put("apiVersion", "v1")
                    .put("kind", "ConfigMap")
                    .put("name", "owner")
                    .put("uid", owner);
        }
        again.clear();
        AnyObject listed = MAPS.read(new Stored(Stored.encode(object), resourceVersion));
        maps.replaceAll(new Listing<>(List.of(listed), resourceVersion));
    }

    @Test
    void anObjectThatOrphansItsDependentsIsPlannedOnce() {
        list(1, "one", "orphan", "");
        assertThat(again).containsExactly(Node.id(MAPS, new Key("default", "a")));
        list(2, "one", "orphan", "");
        assertThat(again).isEmpty();
    }

    /// A watch may break before the deletion of the one is seen, and continue after that of the other.
    @Test
    void anotherObjectOfTheSameNameIsPlannedThoughItLooksTheSame() {
        list(1, "one", "orphan", "");
        list(2, "two", "orphan", "");
        assertThat(again).containsExactly(Node.id(MAPS, new Key("default", "a")));
        list(3, "three", "", "gone");
        list(4, "four", "", "gone");
        assertThat(again).containsExactly(Node.id(MAPS, new Key("default", "a")));
    }
}
