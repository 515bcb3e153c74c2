package dev.archipelago.cluster.testing;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.api.objects.Meta;
import dev.archipelago.api.objects.Stored;
import dev.archipelago.api.patch.PatchBody;
import dev.archipelago.api.yaml.YamlReader;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.controller.cache.Caches;
import dev.archipelago.controller.plan.Action;
import dev.archipelago.controller.plan.ActionEvents;
import dev.archipelago.controller.plan.EventNote;
import dev.archipelago.controller.plan.Failure;
import dev.archipelago.controller.plan.Plan;
import dev.archipelago.controller.plan.Step;
import dev.archipelago.controller.runtime.Reconciler;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// A cluster in memory whose caches are always current, with a manual clock and controllers that run one at a time. It
/// implements what planners need of the API: versions, generations, subresources, graceful deletion.
public final class World {
    private static final int STEPS_MAX = 20_000;

    private final Caches caches = new Caches();
    private final List<Worker> workers = new ArrayList<>();
    private final List<EventNote> notes = new ArrayList<>();
    private Function<Action, Optional<ApiException>> faults = action -> Optional.empty();
    private Runnable watcher = () -> {};
    private Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private long revision = 100;

    private static final class Worker {
        private final Reconciler reconciler;
        private final TreeSet<Key> keys = new TreeSet<>();
        private final TreeMap<Key, Instant> later = new TreeMap<>();

        private Worker(Reconciler reconciler) {
            this.reconciler = reconciler;
        }
    }

    public Caches caches() {
        return caches;
    }

    public Instant now() {
        return now;
    }

    /// Adds controllers.
    public World with(Reconciler... reconcilers) {
        for (Reconciler reconciler : reconcilers) {
            Worker worker = new Worker(reconciler);
            workers.add(worker);
            reconciler.connect(worker.keys::add);
        }
        return this;
    }

    /// Is called after every write.
    public void watch(Runnable check) {
        watcher = check;
    }

    /// Makes actions fail.
    public void faults(Function<Action, Optional<ApiException>> decide) {
        faults = decide;
    }

    /// The events since the last call, as `reason: message`.
    public List<String> events() {
        List<String> texts = notes.stream()
                .map(note -> note.reason() + ": " + note.message())
                .toList();
        notes.clear();
        return texts;
    }

    public static ObjectNode yaml(String text) {
        // Serialised and parsed, so that numbers have the node types of stored objects.
        return Json.parse(Json.bytes(
                YamlReader.read(text.getBytes(StandardCharsets.UTF_8)).tree()));
    }

    public <T extends ApiObject> T create(Kind<T> kind, String text) {
        perform(new Action.Create(kind, yaml(text)));
        return get(kind, Meta.name(yaml(text)));
    }

    public <T extends ApiObject> T get(Kind<T> kind, String name) {
        return find(kind, name).orElseThrow(() -> new AssertionError("no " + kind + ' ' + name));
    }

    public <T extends ApiObject> Optional<T> find(Kind<T> kind, String name) {
        return caches.of(kind).get(key(kind, name));
    }

    private static Key key(Kind<?> kind, String name) {
        return new Key(kind.namespaced() ? "default" : "", name);
    }

    public <T extends ApiObject> List<T> all(Kind<T> kind) {
        return List.copyOf(caches.of(kind).all());
    }

    public List<String> names(Kind<?> kind) {
        List<String> names = new ArrayList<>();
        caches.of(kind).all().forEach(object -> names.add(object.name()));
        return names;
    }

    /// Changes an object like a user.
    public void edit(Kind<?> kind, String name, Consumer<ObjectNode> change) {
        ObjectNode tree = get(kind, name).tree();
        change.accept(tree);
        perform(new Action.Update(kind, tree, ""));
    }

    public void editStatus(Kind<?> kind, String name, Consumer<ObjectNode> change) {
        ObjectNode tree = get(kind, name).tree();
        change.accept(tree.withObjectProperty("status"));
        perform(new Action.Update(kind, tree, "status"));
    }

    /// Removes an object at once.
    public <T extends ApiObject> void remove(Kind<T> kind, String name) {
        caches.of(kind).remove(key(kind, name), ++revision);
    }

    /// Advances time; due keys are planned again.
    public void pass(Duration time) {
        now = now.plus(time);
        for (Worker worker : workers) {
            worker.later.forEach((key, at) -> {
                if (!at.isAfter(now)) {
                    worker.keys.add(key);
                }
            });
            worker.later.values().removeIf(at -> !at.isAfter(now));
        }
    }

    /// When the next key is due.
    public Optional<Instant> nextLook() {
        return workers.stream()
                .flatMap(worker -> worker.later.values().stream())
                .min(Instant::compareTo);
    }

    /// Runs the controllers until none has work.
    public void settle() {
        Random first = new Random(0);
        for (int steps = 0; step(first); steps++) {
            if (steps > STEPS_MAX) {
                throw new AssertionError("does not settle: "
                        + workers.stream()
                                .map(worker -> worker.reconciler.name() + worker.keys)
                                .toList());
            }
        }
    }

    /// Runs one controller on one key.
    ///
    /// @return false when there is no work
    public boolean step(Random random) {
        List<Worker> busy =
                workers.stream().filter(worker -> !worker.keys.isEmpty()).toList();
        if (busy.isEmpty()) {
            return false;
        }
        Worker worker = busy.get(random.nextInt(busy.size()));
        Key key = List.copyOf(worker.keys).get(random.nextInt(worker.keys.size()));
        worker.keys.remove(key);
        worker.later.remove(key);
        Plan plan = worker.reconciler.plan(key, now);
        if (carryOut(plan)) {
            plan.lookAgain().ifPresent(at -> worker.later.put(key, at));
        } else {
            worker.later.put(key, now);
        }
        return true;
    }

    /// Carries a plan out until its first failure.
    ///
    /// @return whether all of it succeeded
    public boolean carryOut(Plan plan) {
        for (Step.Do part : parts(plan.steps())) {
            Optional<Failure> failure = attempt(part);
            if (failure.isPresent()) {
                parts(plan.afterFailure().apply(failure.get())).forEach(this::attempt);
                return false;
            }
        }
        return true;
    }

    private List<Step.Do> parts(List<Step> steps) {
        List<Step.Do> parts = new ArrayList<>();
        for (Step step : steps) {
            switch (step) {
                case Step.Do part -> parts.add(part);
                case Step.Together(List<List<Step.Do>> sequences) -> sequences.forEach(parts::addAll);
                case Step.Say(EventNote note) -> notes.add(note);
            }
        }
        return parts;
    }

    private Optional<Failure> attempt(Step.Do part) {
        ActionEvents events = part.events();
        try {
            Optional<ApiException> fault = faults.apply(part.action());
            if (fault.isPresent()) {
                throw fault.get();
            }
            perform(part.action());
        } catch (ApiException e) {
            events.failure().apply(e).ifPresent(notes::add);
            return Optional.of(new Failure(part.action(), e));
        }
        events.success().ifPresent(notes::add);
        watcher.run();
        return Optional.empty();
    }

    private void perform(Action action) {
        switch (action) {
            case Action.Create(Kind<?> kind, ObjectNode object) -> add(kind, object.deepCopy());
            case Action.Update(Kind<?> kind, ObjectNode object, String subresource) ->
                update(kind, object.deepCopy(), subresource);
            case Action.Patch patch -> patch(patch.kind(), patch.key(), patch.body());
            case Action.Delete delete -> delete(delete);
            case Action.Bind bind -> throw new AssertionError("nobody binds here");
            case Action.Perform(var effect) -> effect.perform();
            case Action.Confirm confirm -> get(confirm.kind(), confirm.key().name());
            case Action.ConfirmNone none -> throw new AssertionError("nobody asks of a namespace here");
        }
    }

    private void add(Kind<?> kind, ObjectNode tree) {
        String name = Meta.name(tree);
        if (find(kind, name).isPresent()) {
            throw ApiException.alreadyExists(kind.type().group(), kind.resource(), name);
        }
        ObjectNode metadata = Meta.of(tree);
        if (kind.namespaced()) {
            metadata.put("namespace", "default");
        }
        metadata.put("uid", kind.name() + '-' + (revision + 1));
        metadata.put("generation", 1);
        if (!metadata.has("creationTimestamp")) {
            metadata.put("creationTimestamp", Meta.time(now));
        }
        tree.put("apiVersion", kind.apiVersion()).put("kind", kind.name());
        if (kind.equals(Pod.KIND) && !tree.path("status").has("phase")) {
            tree.withObjectProperty("status").put("phase", "Pending");
        }
        store(kind, tree);
    }

    private void update(Kind<?> kind, ObjectNode tree, String subresource) {
        ObjectNode known = get(kind, Meta.name(tree)).tree();
        if (!Meta.text(known, "resourceVersion").equals(Meta.text(tree, "resourceVersion"))) {
            throw ApiException.conflict(
                    kind.type().group(), kind.resource(), Meta.name(tree), "the object has been modified");
        }
        if (subresource.equals("status")) {
            Meta.copy(tree, known, "annotations");
            known.set("status", tree.path("status"));
            store(kind, known);
            return;
        }
        if (known.has("status")) {
            tree.set("status", known.get("status"));
        }
        if (!known.path("spec").equals(tree.path("spec"))) {
            Meta.of(tree).put("generation", Meta.generation(known) + 1);
        }
        store(kind, tree);
    }

    /// Supports the patches that planners make: of owners and annotations.
    private void patch(Kind<?> kind, Key key, PatchBody body) {
        ObjectNode tree = get(kind, key.name()).tree();
        switch (body) {
            case PatchBody.Strategic(ObjectNode patch) ->
                patchOwner(tree, patch.path("metadata").path("ownerReferences").path(0));
            case PatchBody.Merge(ObjectNode patch) ->
                patch.path("metadata")
                        .path("annotations")
                        .properties()
                        .forEach(note ->
                                Meta.of(tree).withObjectProperty("annotations").set(note.getKey(), note.getValue()));
            case PatchBody.Operations operations -> throw new AssertionError("unknown patch " + body);
            case PatchBody.Apply apply -> throw new AssertionError("unknown patch " + body);
        }
        store(kind, tree);
    }

    private static void patchOwner(ObjectNode tree, JsonNode owner) {
        ArrayNode owners = Meta.of(tree).withArrayProperty("ownerReferences");
        if (owner.has("$patch")) {
            for (int i = owners.size() - 1; i >= 0; i--) {
                if (owners.get(i).path("uid").equals(owner.path("uid"))) {
                    owners.remove(i);
                }
            }
        } else {
            owners.add(owner);
        }
    }

    private void delete(Action.Delete delete) {
        ApiObject object = find(delete.kind(), delete.key().name()).orElse(null);
        if (object == null || !object.uid().equals(delete.options().uid())) {
            return;
        }
        boolean graceful = delete.kind().equals(Pod.KIND)
                && delete.options().gracePeriodSeconds().orElse(30L) > 0;
        if (graceful) {
            if (!object.isDeleting()) {
                ObjectNode tree = object.tree();
                Meta.of(tree).put("deletionTimestamp", Meta.time(now));
                store(delete.kind(), tree);
            }
        } else {
            remove(delete.kind(), object.name());
        }
    }

    private <T extends ApiObject> void store(Kind<T> kind, ObjectNode tree) {
        byte[] bytes = Stored.encode(tree.deepCopy());
        caches.of(kind).put(kind.read(new Stored(bytes, ++revision)));
    }
}
