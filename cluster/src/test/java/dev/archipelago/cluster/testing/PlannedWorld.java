package dev.archipelago.cluster.testing;

import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.api.objects.Meta;
import dev.archipelago.api.objects.Stored;
import dev.archipelago.api.yaml.YamlReader;
import dev.archipelago.controller.cache.Caches;
import dev.archipelago.controller.plan.Action;
import dev.archipelago.controller.plan.Plan;
import dev.archipelago.controller.runtime.Reconciler;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;
import tools.jackson.databind.node.ObjectNode;

/// Caches without a cluster, to which plans are applied at once.
public final class PlannedWorld {
    private static final Instant NOW = Instant.parse("2030-01-01T00:00:00Z");
    private static final int ROUNDS_MAX = 20;

    private final Caches caches = new Caches();
    private final Map<Reconciler, TreeSet<Key>> again = new LinkedHashMap<>();
    private long revision = 1;

    public PlannedWorld(Function<Caches, List<Reconciler>> reconcilers) {
        for (Reconciler reconciler : reconcilers.apply(caches)) {
            TreeSet<Key> keys = new TreeSet<>();
            again.put(reconciler, keys);
            reconciler.connect(keys::add);
        }
    }

    /// Adds or updates objects. The default uid is derived from the name.
    public <T extends ApiObject> void put(Kind<T> kind, String yaml) {
        for (String document : yaml.split("(?m)^---$")) {
            put(kind, (ObjectNode)
                    YamlReader.read(document.getBytes(StandardCharsets.UTF_8)).tree());
        }
    }

    public <T extends ApiObject> void put(Kind<T> kind, ObjectNode tree) {
        ObjectNode complete = Json.object().put("apiVersion", kind.apiVersion()).put("kind", kind.name());
        complete.setAll(tree.deepCopy());
        ObjectNode metadata = Meta.of(complete);
        if (!metadata.has("uid")) {
            metadata.put("uid", "uid-" + Meta.name(complete));
        }
        if (kind.namespaced() && !metadata.has("namespace")) {
            metadata.put("namespace", "default");
        }
        caches.of(kind).put(kind.read(new Stored(Stored.encode(complete), ++revision)));
    }

    public void remove(Kind<?> kind, String namespace, String name) {
        caches.of(kind).remove(new Key(namespace, name), ++revision);
    }

    public <T extends ApiObject> List<T> all(Kind<T> kind) {
        return List.copyOf(caches.of(kind).all());
    }

    public <T extends ApiObject> T get(Kind<T> kind, String name) {
        return caches.of(kind).get(new Key("default", name)).orElseThrow();
    }

    /// Plans and acts until nothing is left to do.
    ///
    /// @return all actions
    public List<Action> settle() {
        List<Action> done = new ArrayList<>();
        for (int round = 0; round < ROUNDS_MAX; round++) {
            if (again.values().stream().allMatch(TreeSet::isEmpty)) {
                return done;
            }
            again.forEach((reconciler, waiting) -> {
                List<Key> keys = List.copyOf(waiting);
                waiting.clear();
                for (Key key : keys) {
                    Plan plan = reconciler.plan(key, NOW);
                    plan.actions().forEach(this::perform);
                    done.addAll(plan.actions());
                }
            });
        }
        throw new AssertionError("does not settle: " + done);
    }

    private void perform(Action action) {
        switch (action) {
            case Action.Create(Kind<?> kind, ObjectNode object) -> {
                Key key = new Key(Meta.namespace(object), Meta.name(object));
                if (caches.of(kind).get(key).isPresent()) {
                    throw new AssertionError(kind + " " + key + " is there already");
                }
                put(kind, object);
            }
            case Action.Update(Kind<?> kind, ObjectNode object, String subresource) -> {
                Key key = new Key(Meta.namespace(object), Meta.name(object));
                long known = caches.of(kind).get(key).orElseThrow().resourceVersion();
                if (!Long.toString(known).equals(Meta.text(object, "resourceVersion"))) {
                    throw new AssertionError(kind + " " + key + " is written from an old version");
                }
                put(kind, object);
            }
            case Action.Delete delete ->
                remove(delete.kind(), delete.key().namespace(), delete.key().name());
            case Action.Patch patch -> throw new AssertionError("patches are not understood here");
            case Action.Bind bind -> throw new AssertionError("bindings are not understood here");
            case Action.Perform(var effect) -> effect.perform();
            case Action.Confirm _, Action.ConfirmNone _ -> {}
        }
    }
}
