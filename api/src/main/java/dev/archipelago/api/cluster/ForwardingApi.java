package dev.archipelago.api.cluster;

import dev.archipelago.api.objects.AnyObject;
import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.api.objects.Stored;
import dev.archipelago.api.patch.PatchBody;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// Forwards every call to another API. Subclasses override some of them.
public abstract class ForwardingApi implements ClusterApi {

    /// The API that receives the calls. It is evaluated for each call, so it may change.
    protected abstract ClusterApi other();

    @Override
    public <T extends ApiObject> Optional<T> get(Kind<T> kind, Key key) {
        return other().get(kind, key);
    }

    @Override
    public <T extends ApiObject> Listing<T> list(Kind<T> kind, Selection selection) {
        return other().list(kind, selection);
    }

    @Override
    public <T extends ApiObject> Subscription watch(Kind<T> kind, Selection selection, long after, Watcher<T> watcher) {
        return other().watch(kind, selection, after, watcher);
    }

    @Override
    public Stored create(Kind<?> kind, ObjectNode object) {
        return other().create(kind, object);
    }

    @Override
    public Stored update(Kind<?> kind, ObjectNode object, String subresource) {
        return other().update(kind, object, subresource);
    }

    @Override
    public Stored patch(Kind<?> kind, Key key, String subresource, PatchBody patch, boolean force) {
        return other().patch(kind, key, subresource, patch, force);
    }

    @Override
    public Optional<Stored> delete(Kind<?> kind, Key key, DeleteOptions options) {
        return other().delete(kind, key, options);
    }

    @Override
    public void bind(Key pod, ObjectNode binding) {
        other().bind(pod, binding);
    }

    @Override
    public List<Kind<AnyObject>> kinds() {
        return other().kinds();
    }

    @Override
    public void checkReady() {
        other().checkReady();
    }

    @Override
    public String version() {
        return other().version();
    }

    @Override
    public boolean hasAny(Kind<?> kind, String namespace) {
        return other().hasAny(kind, namespace);
    }

    @Override
    public void deleteAll(Kind<?> kind, String namespace) {
        other().deleteAll(kind, namespace);
    }
}
