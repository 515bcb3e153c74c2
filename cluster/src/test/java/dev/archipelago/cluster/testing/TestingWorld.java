package dev.archipelago.cluster.testing;

import dev.archipelago.api.cluster.ClusterApi.Listing;
import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.api.objects.Meta;
import dev.archipelago.api.objects.Stored;
import dev.archipelago.api.patch.MergePatch;
import dev.archipelago.api.patch.PatchBody;
import dev.archipelago.api.yaml.YamlReader;
import dev.archipelago.controller.cache.Cache;
import dev.archipelago.controller.cache.Caches;
import dev.archipelago.controller.plan.Action;
import dev.archipelago.controller.plan.Plan;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Caches without a cluster, to which plans are applied: enough for a planner to observe its own effects.
public final class TestingWorld {
    private final Caches caches = new Caches();
    private long revision = 1;

    public Caches caches() {
        return caches;
    }

    public static ObjectNode yaml(String text) {
        return (ObjectNode)
                YamlReader.read(text.getBytes(StandardCharsets.UTF_8)).tree();
    }

    /// An empty, synced cache.
    public <T extends ApiObject> Cache<T> fill(Kind<T> kind) {
        Cache<T> cache = caches.of(kind);
        cache.replaceAll(new Listing<>(List.of(), revision));
        return cache;
    }

    /// Adds an object; the default uid is its name.
    public <T extends ApiObject> T put(Kind<T> kind, String text) {
        return put(kind, yaml(text));
    }

    public <T extends ApiObject> T put(Kind<T> kind, ObjectNode tree) {
        tree.put("apiVersion", kind.apiVersion()).put("kind", kind.name());
        ObjectNode metadata = Meta.of(tree);
        if (!metadata.has("uid")) {
            metadata.put("uid", Meta.name(tree));
        }
        T object = kind.read(new Stored(Stored.encode(tree), ++revision));
        caches.of(kind).put(object);
        return object;
    }

    public void remove(Kind<?> kind, Key key) {
        caches.of(kind).remove(key, ++revision);
    }

    public <T extends ApiObject> Optional<T> get(Kind<T> kind, Key key) {
        return caches.of(kind).get(key);
    }

    /// Applies a plan. Confirmations always succeed.
    public void carryOut(Plan plan) {
        plan.actions().forEach(this::perform);
    }

    public void perform(Action action) {
        switch (action) {
            case Action.Create(Kind<?> kind, ObjectNode object) -> put(kind, object.deepCopy());
            case Action.Update(Kind<?> kind, ObjectNode object, String subresource) ->
                update(kind, object.deepCopy(), subresource);
            case Action.Patch patch -> {
                ApiObject current = current(patch.kind(), patch.key());
                if (!(patch.body() instanceof PatchBody.Merge(ObjectNode body))) {
                    throw new UnsupportedOperationException("only merge patches");
                }
                settle(patch.kind(), MergePatch.apply(current.tree(), body));
            }
            case Action.Delete delete -> delete(delete);
            case Action.Bind bind -> throw new UnsupportedOperationException("bind");
            case Action.Perform(var effect) -> effect.perform();
            case Action.Confirm _, Action.ConfirmNone _ -> {}
        }
    }

    private void update(Kind<?> kind, ObjectNode object, String subresource) {
        ObjectNode current = current(kind, new Key(Meta.namespace(object), Meta.name(object)))
                .tree();
        switch (subresource) {
            case "status" -> current.set("status", object.path("status"));
            case "finalize" -> current.set("spec", object.path("spec"));
            default -> {
                JsonNode status = current.path("status");
                current = object;
                current.set("status", status.isMissingNode() ? Json.object() : status);
            }
        }
        settle(kind, current);
    }

    /// Stores an object, or removes it when nothing holds it.
    private void settle(Kind<?> kind, ObjectNode object) {
        boolean held = !object.path("spec").path("finalizers").isEmpty()
                || !Meta.finalizers(object).isEmpty();
        if (Meta.deleting(object) && !held) {
            remove(kind, new Key(Meta.namespace(object), Meta.name(object)));
        } else {
            put(kind, object);
        }
    }

    private void delete(Action.Delete delete) {
        ObjectNode object = current(delete.kind(), delete.key()).tree();
        Meta.of(object).put("deletionTimestamp", "2026-01-01T00:00:00Z");
        List<String> finalizers = Meta.finalizers(object);
        delete.options().propagation().ifPresent(propagation -> {
            switch (propagation) {
                case ORPHAN -> finalizers.add(Meta.ORPHAN);
                case FOREGROUND -> finalizers.add(Meta.FOREGROUND);
                case BACKGROUND -> {}
            }
        });
        Meta.finalizers(object, finalizers.stream().distinct().toList());
        settle(delete.kind(), object);
    }

    private ApiObject current(Kind<?> kind, Key key) {
        return find(caches.of(kind), key);
    }

    private static <T extends ApiObject> T find(Cache<T> cache, Key key) {
        return cache.get(key).orElseThrow();
    }
}
