package dev.archipelago.controller.remote;

import dev.archipelago.api.cluster.ClusterApi;
import dev.archipelago.api.cluster.DeleteOptions;
import dev.archipelago.api.cluster.Selection;
import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.Reason;
import dev.archipelago.api.objects.AnyObject;
import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.api.objects.Meta;
import dev.archipelago.api.objects.Stored;
import dev.archipelago.api.patch.PatchBody;
import dev.archipelago.model.kinds.GroupVersionKind;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The API of a cluster in another process: any Kubernetes API server. Each call ends within half a minute, and what
/// the server sends is limited: a server that exceeds the limits counts as not ready, with the reason. May be used
/// from any thread.
public final class RemoteClusterApi implements ClusterApi, AutoCloseable {
    private static final Kind<AnyObject> PODS = AnyObject.kind(GroupVersionKind.of("v1", "Pod"), "pods", true);
    private static final Kind<AnyObject> ACCOUNTS =
            AnyObject.kind(GroupVersionKind.of("v1", "ServiceAccount"), "serviceaccounts", true);
    /// A server that takes longer to answer `/readyz` is not ready.
    private static final Duration READY_LIMIT = Duration.ofSeconds(10);

    private static final int WATCH_SECONDS_MIN = 300;
    private static final int WATCH_SECONDS_SPREAD = 300;

    private final AnswerLimits answerLimits;
    private final Transport transport;
    private final Paths paths;
    private final String writeQuery;

    private RemoteClusterApi(
            Access access, String fieldManager, String userAgent, Transport.Limits limits, AnswerLimits answerLimits) {
        this.answerLimits = answerLimits;
        this.transport = new Transport(access, userAgent, limits, answerLimits);
        this.paths = new Paths(access.server().toString());
        this.writeQuery = "fieldManager=" + Paths.encoded(fieldManager) + "&fieldValidation=Strict";
    }

    /// Creates a client. It sends nothing before the first call.
    ///
    /// @param fieldManager the manager of its writes in managedFields
    /// @param userAgent the User-Agent header, as in the logs of servers
    public static RemoteClusterApi connect(Kubeconfig config, String fieldManager, String userAgent) {
        return connect(config, fieldManager, userAgent, Transport.Limits.USUAL, AnswerLimits.Limits.USUAL);
    }

    static RemoteClusterApi connect(
            Kubeconfig config,
            String fieldManager,
            String userAgent,
            Transport.Limits limits,
            AnswerLimits.Limits answerMax) {
        return new RemoteClusterApi(config.access(), fieldManager, userAgent, limits, new AnswerLimits(answerMax));
    }

    @Override
    public <T extends ApiObject> Optional<T> get(Kind<T> kind, Key key) {
        try {
            byte[] answer = transport.call(Transport.Call.get(paths.object(kind, key, "", "")));
            return Optional.of(WireObjects.object(kind, WireObjects.parse(answer)));
        } catch (ApiException e) {
            // Without a name in the details, the kind itself is not found.
            if (e.reason() == Reason.NOT_FOUND && !e.details().name().isEmpty()) {
                return Optional.empty();
            }
            throw e;
        }
    }

    @Override
    public <T extends ApiObject> Listing<T> list(Kind<T> kind, Selection selection) {
        return new PagedList<>(
                        kind,
                        selection,
                        query -> transport.call(Transport.Call.get(paths.collection(kind, selection, query))),
                        answerLimits)
                .read();
    }

    @Override
    public <T extends ApiObject> Subscription watch(Kind<T> kind, Selection selection, long after, Watcher<T> watcher) {
        RemoteWatch<T> watch = new RemoteWatch<>(
                kind,
                selection,
                after,
                watcher,
                resourceVersion -> open(kind, selection, resourceVersion),
                answerLimits);
        watch.start();
        return watch;
    }

    private WatchConnection.Stream open(Kind<?> kind, Selection selection, long resourceVersion) {
        // Spreads the ends of the watches of a process over time, without randomness.
        int seconds =
                WATCH_SECONDS_MIN + Math.floorMod(Objects.hash(kind, selection, resourceVersion), WATCH_SECONDS_SPREAD);
        String query =
                "watch=true&allowWatchBookmarks=true&resourceVersion=" + resourceVersion + "&timeoutSeconds=" + seconds;
        return transport.open(paths.collection(kind, selection, query));
    }

    @Override
    public Stored create(Kind<?> kind, ObjectNode object) {
        byte[] answer = transport.call(Transport.Call.json(
                "POST", paths.collection(kind, Meta.namespace(object), writeQuery), body(kind, object)));
        return WireObjects.stored(kind, WireObjects.parse(answer));
    }

    @Override
    public Stored update(Kind<?> kind, ObjectNode object, String subresource) {
        Key key = new Key(Meta.namespace(object), Meta.name(object));
        byte[] answer = transport.call(
                Transport.Call.json("PUT", paths.object(kind, key, subresource, writeQuery), body(kind, object)));
        return WireObjects.stored(kind, WireObjects.parse(answer));
    }

    /// The object with its apiVersion and kind. Callers may omit them, but servers require them.
    private static byte[] body(Kind<?> kind, ObjectNode object) {
        if (object.has("apiVersion") && object.has("kind")) {
            return Json.bytes(object);
        }
        ObjectNode complete = Json.object().put("apiVersion", kind.apiVersion()).put("kind", kind.name());
        object.properties().forEach(field -> complete.set(field.getKey(), field.getValue()));
        return Json.bytes(complete);
    }

    @Override
    public Stored patch(Kind<?> kind, Key key, String subresource, PatchBody patch, boolean force) {
        boolean forced = force && patch instanceof PatchBody.Apply;
        byte[] answer = transport.call(new Transport.Call(
                "PATCH",
                paths.object(kind, key, subresource, forced ? writeQuery + "&force=true" : writeQuery),
                WireObjects.contentType(patch),
                WireObjects.body(patch)));
        return WireObjects.stored(kind, WireObjects.parse(answer));
    }

    @Override
    public Optional<Stored> delete(Kind<?> kind, Key key, DeleteOptions options) {
        byte[] answer = transport.call(
                Transport.Call.json("DELETE", paths.object(kind, key, "", ""), WireObjects.body(options)));
        return WireObjects.remaining(kind, WireObjects.parse(answer));
    }

    @Override
    public void bind(Key pod, ObjectNode binding) {
        transport.call(
                Transport.Call.json("POST", paths.object(PODS, pod, "binding", writeQuery), Json.bytes(binding)));
    }

    /// Requests a token of a service account.
    ///
    /// @param lifetime the server may shorten it
    /// @return the TokenRequest with its status
    public ObjectNode requestToken(Key account, Duration lifetime) {
        ObjectNode request =
                Json.object().put("apiVersion", "authentication.k8s.io/v1").put("kind", "TokenRequest");
        request.putObject("spec").put("expirationSeconds", lifetime.toSeconds());
        return WireObjects.parse(transport.call(Transport.Call.json(
                "POST", paths.object(ACCOUNTS, account, "token", writeQuery), Json.bytes(request))));
    }

    @Override
    public List<Kind<AnyObject>> kinds() {
        return ServedKinds.of(path -> WireObjects.parse(transport.call(Transport.Call.get(paths.at(path)))));
    }

    @Override
    public void checkReady() {
        transport.call(Transport.Call.get(paths.at("/readyz")), READY_LIMIT);
        answerLimits.check();
    }

    @Override
    public String version() {
        return WireObjects.parse(transport.call(Transport.Call.get(paths.at("/version"))))
                .path("gitVersion")
                .asString("");
    }

    @Override
    public boolean hasAny(Kind<?> kind, String namespace) {
        JsonNode page =
                WireObjects.parse(transport.call(Transport.Call.get(paths.collection(kind, namespace, "limit=1"))));
        return !page.path("items").isEmpty();
    }

    @Override
    public void deleteAll(Kind<?> kind, String namespace) {
        transport.call(Transport.Call.json(
                "DELETE", paths.collection(kind, namespace, ""), WireObjects.body(DeleteOptions.NONE)));
    }

    /// Ends all watches and calls.
    @Override
    public void close() {
        transport.close();
    }
}
