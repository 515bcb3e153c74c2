package dev.archipelago.simulation;

import dev.archipelago.apiserver.errors.ApiException;
import dev.archipelago.apiserver.errors.Reason;
import dev.archipelago.apiserver.objects.Stored;
import dev.archipelago.apiserver.registry.PatchBody;
import dev.archipelago.apiserver.request.DeleteOptions;
import dev.archipelago.controller.api.ClusterApi;
import dev.archipelago.controller.objects.AnyObject;
import dev.archipelago.controller.objects.ApiObject;
import dev.archipelago.controller.objects.Key;
import dev.archipelago.controller.objects.Kind;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import tools.jackson.databind.node.ObjectNode;

/// The way from a process to the API, on which calls and answers get lost.
final class FaultyApi implements ClusterApi {
    private final ClusterApi api;
    private final String process;
    private final Weather weather;
    private final RandomGenerator random;
    private final Trace trace;

    /// The faults of the moment.
    interface Weather {
        Faults now();
    }

    FaultyApi(ClusterApi api, String process, Weather weather, RandomGenerator random, Trace trace) {
        this.api = api;
        this.process = process;
        this.weather = weather;
        this.random = random;
        this.trace = trace;
    }

    @Override
    public <T extends ApiObject> Optional<T> get(Kind<T> kind, Key key) {
        refuse("get " + kind + ' ' + key);
        return api.get(kind, key);
    }

    @Override
    public <T extends ApiObject> Listing<T> list(Kind<T> kind) {
        return api.list(kind);
    }

    @Override
    public <T extends ApiObject> Subscription watch(Kind<T> kind, long after, Watcher<T> watcher) {
        return api.watch(kind, after, watcher);
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
        return api.kinds();
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
        if (random.nextDouble() < weather.now().conflict()) {
            trace.add(process + ": " + what + " -> conflict");
            throw new ApiException(Reason.CONFLICT, "simulated conflict");
        }
        R result;
        try {
            result = call.get();
        } catch (ApiException e) {
            trace.add(process + ": " + what + " -> " + e.reason());
            throw e;
        }
        if (random.nextDouble() < weather.now().unanswered()) {
            trace.add(process + ": " + what + " -> done, but the answer is lost");
            throw new ApiException(Reason.TIMEOUT, "simulated loss of the answer");
        }
        trace.add(process + ": " + what);
        return result;
    }

    private void refuse(String what) {
        if (random.nextDouble() < weather.now().refused()) {
            trace.add(process + ": " + what + " -> refused");
            throw new ApiException(Reason.SERVICE_UNAVAILABLE, "simulated refusal");
        }
    }
}
