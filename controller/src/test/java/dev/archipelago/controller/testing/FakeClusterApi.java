package dev.archipelago.controller.testing;

import dev.archipelago.api.cluster.ClusterApi;
import dev.archipelago.api.cluster.DeleteOptions;
import dev.archipelago.api.cluster.Selection;
import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.objects.AnyObject;
import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.api.objects.Meta;
import dev.archipelago.api.objects.Stored;
import dev.archipelago.api.patch.PatchBody;
import dev.archipelago.api.selector.ObjectFilter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// A minimal in-memory API for unit tests. It records every call, and fails those that a test selects.
public final class FakeClusterApi implements ClusterApi {
    private final Map<String, Stored> objects = new TreeMap<>();
    private final List<String> calls = new ArrayList<>();
    private final List<Kind<AnyObject>> kinds = new ArrayList<>();
    private Fault fault = call -> {};
    private long revision = 100;
    private @Nullable Watcher<?> lastWatcher;

    /// Is called before each call, and throws to make it fail.
    public interface Fault {
        void before(String call);
    }

    public synchronized List<String> calls() {
        return List.copyOf(calls);
    }

    /// Adds a served kind.
    public synchronized void serve(Kind<AnyObject> kind) {
        kinds.add(kind);
    }

    public synchronized void fail(Fault newFault) {
        fault = newFault;
    }

    private void called(String call) {
        calls.add(call);
        fault.before(call);
    }

    private static String path(Kind<?> kind, Key key) {
        return kind.name() + ' ' + key;
    }

    private Stored put(String path, ObjectNode object) {
        Stored stored = new Stored(Stored.encode(object.deepCopy()), ++revision);
        objects.put(path, stored);
        return stored;
    }

    private Stored existing(Kind<?> kind, Key key) {
        Stored found = objects.get(path(kind, key));
        if (found == null) {
            throw ApiException.notFound(kind.type().group(), kind.resource(), key.name());
        }
        return found;
    }

    /// The current object.
    public synchronized ObjectNode tree(Kind<?> kind, Key key) {
        return existing(kind, key).tree();
    }

    public synchronized List<ObjectNode> all() {
        return objects.values().stream().map(Stored::tree).toList();
    }

    @Override
    public synchronized <T extends ApiObject> Optional<T> get(Kind<T> kind, Key key) {
        called("get " + path(kind, key));
        return Optional.ofNullable(objects.get(path(kind, key))).map(kind::read);
    }

    @Override
    public synchronized <T extends ApiObject> Listing<T> list(Kind<T> kind, Selection selection) {
        called("list " + kind + suffix(selection));
        ObjectFilter filter = ObjectFilter.of(selection.labels(), selection.fields());
        List<T> found = objects.entrySet().stream()
                .filter(entry -> entry.getKey().startsWith(kind.name() + ' '))
                .map(entry -> kind.read(entry.getValue()))
                .filter(object ->
                        selection.namespace().isEmpty() || object.namespace().equals(selection.namespace()))
                .filter(object -> filter.matches(object.tree()))
                .toList();
        return new Listing<>(found, revision);
    }

    private static String suffix(Selection selection) {
        return selection.isAll() ? "" : " (" + selection + ')';
    }

    @Override
    public synchronized <T extends ApiObject> Subscription watch(
            Kind<T> kind, Selection selection, long after, Watcher<T> watcher) {
        called("watch " + kind + suffix(selection) + " after " + after);
        lastWatcher = watcher;
        return () -> {};
    }

    /// The last watcher.
    public synchronized Watcher<?> watcher() {
        Watcher<?> watcher = lastWatcher;
        if (watcher == null) {
            throw new AssertionError("nobody watches");
        }
        return watcher;
    }

    @Override
    public synchronized Stored create(Kind<?> kind, ObjectNode object) {
        Key key = new Key(Meta.namespace(object), Meta.name(object));
        called("create " + path(kind, key));
        if (objects.containsKey(path(kind, key))) {
            throw ApiException.alreadyExists(kind.type().group(), kind.resource(), key.name());
        }
        return put(path(kind, key), object);
    }

    @Override
    public synchronized Stored update(Kind<?> kind, ObjectNode object, String subresource) {
        Key key = new Key(Meta.namespace(object), Meta.name(object));
        called("update " + path(kind, key));
        String wanted = object.path("metadata").path("resourceVersion").asString("");
        if (!wanted.isEmpty()
                && !wanted.equals(Long.toString(existing(kind, key).resourceVersion()))) {
            throw ApiException.conflict(kind.type().group(), kind.resource(), key.name(), "it has changed");
        }
        return put(path(kind, key), object);
    }

    @Override
    public synchronized Stored patch(Kind<?> kind, Key key, String subresource, PatchBody patch, boolean force) {
        called("patch " + path(kind, key));
        ObjectNode tree = existing(kind, key).tree();
        if (!(patch instanceof PatchBody.Merge(ObjectNode merge))) {
            throw new UnsupportedOperationException("only merge patches are known here");
        }
        merge(merge, tree);
        return put(path(kind, key), tree);
    }

    private static void merge(ObjectNode patch, ObjectNode target) {
        patch.properties().forEach(field -> {
            if (field.getValue() instanceof ObjectNode part) {
                merge(part, Json.child(target, field.getKey()));
            } else {
                target.set(field.getKey(), field.getValue());
            }
        });
    }

    @Override
    public synchronized Optional<Stored> delete(Kind<?> kind, Key key, DeleteOptions options) {
        called("delete " + path(kind, key));
        existing(kind, key);
        objects.remove(path(kind, key));
        revision++;
        return Optional.empty();
    }

    @Override
    public synchronized void bind(Key pod, ObjectNode binding) {
        called("bind " + pod);
    }

    @Override
    public String version() {
        return "v1.36.0";
    }

    @Override
    public synchronized List<Kind<AnyObject>> kinds() {
        called("kinds");
        return List.copyOf(kinds);
    }
}
