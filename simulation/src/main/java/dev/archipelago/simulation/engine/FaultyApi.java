package dev.archipelago.simulation.engine;

import dev.archipelago.api.cluster.ClusterApi;
import dev.archipelago.api.cluster.DeleteOptions;
import dev.archipelago.api.cluster.Selection;
import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.Reason;
import dev.archipelago.api.objects.AnyObject;
import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.api.objects.Stored;
import dev.archipelago.api.patch.PatchBody;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import tools.jackson.databind.node.ObjectNode;

/// An API behind a faulty connection.
public final class FaultyApi implements ClusterApi {
    private final ClusterApi api;
    private final Line line;
    private final String user;

    /// @param user the caller
    public FaultyApi(Line line, String user) {
        this.api = line.server().api(user);
        this.line = line;
        this.user = user;
    }

    public Line line() {
        return line;
    }

    @Override
    public void checkReady() {
        refuse("check");
    }

    @Override
    public <T extends ApiObject> Optional<T> get(Kind<T> kind, Key key) {
        refuse("get " + kind + ' ' + key);
        return api.get(kind, key);
    }

    @Override
    public <T extends ApiObject> Listing<T> list(Kind<T> kind, Selection selection) {
        refuse("list " + kind + (selection.isAll() ? "" : " (" + selection + ')'));
        return api.list(kind, selection);
    }

    @Override
    public <T extends ApiObject> Subscription watch(Kind<T> kind, Selection selection, long after, Watcher<T> watcher) {
        return line.server().watch(kind, selection, watcher);
    }

    @Override
    public Stored create(Kind<?> kind, ObjectNode object) {
        return write(
                "create " + kind + ' ' + object.path("metadata").path("name").asString(""),
                () -> api.create(kind, object));
    }

    @Override
    public Stored update(Kind<?> kind, ObjectNode object, String subresource) {
        return write(
                "update " + kind + ' ' + object.path("metadata").path("name").asString("") + ' ' + subresource,
                () -> api.update(kind, object, subresource));
    }

    @Override
    public Stored patch(Kind<?> kind, Key key, String subresource, PatchBody patch, boolean force) {
        return write("patch " + kind + ' ' + key, () -> api.patch(kind, key, subresource, patch, force));
    }

    @Override
    public Optional<Stored> delete(Kind<?> kind, Key key, DeleteOptions options) {
        return write("delete " + kind + ' ' + key, () -> api.delete(kind, key, options));
    }

    @Override
    public void bind(Key pod, ObjectNode binding) {
        write("bind " + pod, () -> {
            api.bind(pod, binding);
            return "";
        });
    }

    @Override
    public List<Kind<AnyObject>> kinds() {
        return api.kinds().stream()
                .filter(kind -> line.kinds().contains(kind.name()))
                .toList();
    }

    @Override
    public boolean hasAny(Kind<?> kind, String namespace) {
        refuse("has " + kind + ' ' + namespace);
        return api.hasAny(kind, namespace);
    }

    @Override
    public void deleteAll(Kind<?> kind, String namespace) {
        write("delete all " + kind + ' ' + namespace, () -> {
            api.deleteAll(kind, namespace);
            return "";
        });
    }

    private <R> R write(String what, Supplier<R> call) {
        refuse(what);
        if (hits(line.noise().conflict())) {
            trace(what + " -> conflict");
            throw new ApiException(Reason.CONFLICT, "simulated conflict");
        }
        R result;
        try {
            result = line.as(user, call);
        } catch (ApiException e) {
            trace(what + " -> " + e.reason());
            throw e;
        }
        if (hits(line.noise().unanswered())) {
            trace(what + " -> done, but the answer is lost");
            throw new ApiException(Reason.TIMEOUT, "simulated loss of the answer");
        }
        trace(what);
        return result;
    }

    private void refuse(String what) {
        Optional<ApiException> obstacle = line.obstacle();
        if (obstacle.isPresent() || hits(line.noise().refused())) {
            trace(what + " -> refused");
            throw obstacle.orElseGet(() -> new ApiException(Reason.SERVICE_UNAVAILABLE, "simulated refusal"));
        }
    }

    private boolean hits(double rate) {
        return line.random().nextDouble() < rate;
    }

    private void trace(String what) {
        // Without heartbeats, which would drown the rest.
        if (!what.contains(" Lease ")) {
            line.trace(user + ": " + what);
        }
    }
}
