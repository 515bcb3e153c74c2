package dev.archipelago.apiserver.http;

import dev.archipelago.api.cluster.DeleteOptions;
import dev.archipelago.api.objects.Json;
import dev.archipelago.api.patch.JsonPatch;
import dev.archipelago.api.patch.MergePatch;
import dev.archipelago.api.patch.PatchBody;
import dev.archipelago.api.patch.StrategicMergePatch;
import dev.archipelago.apiserver.admission.AdmissionRequest.Operation;
import dev.archipelago.apiserver.apply.Manager;
import dev.archipelago.apiserver.authn.TokenRequests;
import dev.archipelago.apiserver.catalog.ServedResource;
import dev.archipelago.apiserver.registry.Caller;
import dev.archipelago.apiserver.registry.Registry;
import dev.archipelago.apiserver.registry.Target;
import dev.archipelago.apiserver.registry.Written;
import dev.archipelago.apiserver.request.DeleteRequest;
import dev.archipelago.apiserver.request.ReadOptions;
import dev.archipelago.apiserver.request.RequestInfo;
import dev.archipelago.apiserver.request.WriteOptions;
import dev.archipelago.apiserver.subresource.Evictions;
import dev.archipelago.apiserver.subresource.PodBinding;
import dev.archipelago.apiserver.subresource.Scales;
import dev.archipelago.model.kinds.BuiltinKinds;
import dev.archipelago.model.schema.Struct;
import java.util.function.UnaryOperator;
import tools.jackson.databind.node.ObjectNode;

/// Serves the subresources that are objects of their own. Those that are a part of their object (status, finalize and
/// the like) are ordinary updates of it.
final class SubresourceHandler {
    private static final Struct SCALE = BuiltinKinds.type("autoscaling.v1.Scale");

    private final Registry registry;
    private final Evictions evictions;
    private final TokenRequests tokens;
    private final RelayHandler relays;
    private final ObjectResponses responses;

    SubresourceHandler(
            Registry registry,
            Evictions evictions,
            TokenRequests tokens,
            RelayHandler relays,
            ObjectResponses responses) {
        this.registry = registry;
        this.evictions = evictions;
        this.tokens = tokens;
        this.relays = relays;
        this.responses = responses;
    }

    /// Serves the request, unless it is an ordinary get or update of the object.
    ///
    /// @return false when it is
    boolean handle(Exchange exchange, RequestInfo info, Target target, Caller caller) {
        var known = target.resource().kind().subresource(target.subresource());
        if (known.isEmpty() || (!info.rest().isEmpty() && !target.subresource().equals("proxy"))) {
            throw ApiHandler.noSuchResource();
        }
        if (!known.get().verbs().contains(info.verb())) {
            throw ResourceHandler.methodNotAllowed();
        }
        if (ConnectOptions.isConnection(target.subresource())) {
            ObjectNode connection = ConnectOptions.of(known.get(), exchange.query(), String.join("/", info.rest()));
            registry.admit(caller, Operation.CONNECT, target, connection, false);
        }
        if (relays.handle(exchange, info, target, caller.user())) {
            return true;
        }
        switch (target.subresource()) {
            case "scale" -> scale(exchange, info, target, caller);
            case "binding" -> bind(exchange, target, caller);
            case "eviction" -> evict(exchange, target, caller);
            case "token" -> token(exchange, target, caller);
            case "log", "exec", "attach", "portforward", "proxy" ->
                throw NodeConnections.refused(
                        target,
                        registry.get(target.resource(), target.namespace(), target.name(), ReadOptions.NONE)
                                .tree());
            default -> {
                return false;
            }
        }
        return true;
    }

    private void scale(Exchange exchange, RequestInfo info, Target target, Caller caller) {
        Representation form = Representation.ofBuiltin(exchange.header("Accept"));
        ServedResource resource = target.resource();
        if (info.verb().equals("get")) {
            ObjectNode object = registry.get(
                            resource, target.namespace(), target.name(), ReadOptions.parse(exchange.query(), false))
                    .tree();
            responses.tree(exchange, 200, form, resource, Scales.of(resource, object));
            return;
        }
        boolean patching = info.verb().equals("patch");
        WriteOptions options = WriteOptions.parse(
                exchange.query(), patching ? "PatchOptions" : "UpdateOptions", exchange.header("User-Agent"));
        UnaryOperator<ObjectNode> edit = patching
                ? patch(RequestBody.patch(exchange, resource, options.fieldValidation()))
                : replace(exchange, options);
        Manager manager = new Manager(options.fieldManager(), resource.kind().apiVersion(), "scale");
        Written written = registry.change(caller, target, Scales.change(resource, edit, manager), options);
        responses.tree(exchange, 200, form, resource, Scales.of(resource, written.tree()));
    }

    private static UnaryOperator<ObjectNode> replace(Exchange exchange, WriteOptions options) {
        ObjectNode scale = RequestBody.decode(exchange, "v1", "Scale", SCALE, options.fieldValidation());
        return current -> scale;
    }

    private static UnaryOperator<ObjectNode> patch(PatchBody body) {
        return current -> switch (body) {
            case PatchBody.Operations(var operations) -> JsonPatch.apply(current, operations);
            case PatchBody.Merge(ObjectNode patch) -> MergePatch.apply(current, patch);
            case PatchBody.Strategic(ObjectNode patch) -> StrategicMergePatch.apply(current, patch, SCALE);
            case PatchBody.Apply(ObjectNode configuration) -> MergePatch.apply(current, configuration);
        };
    }

    private void bind(Exchange exchange, Target target, Caller caller) {
        WriteOptions options = WriteOptions.parse(exchange.query(), "CreateOptions", exchange.header("User-Agent"));
        ObjectNode binding = RequestBody.decode(
                exchange, "v1", "Binding", BuiltinKinds.type("core.v1.Binding"), options.fieldValidation());
        Manager manager = new Manager(options.fieldManager(), "v1", "binding");
        registry.change(caller, target, new PodBinding(target.resource(), target.name(), binding, manager), options);
        ObjectResponses.status(exchange, 201, StatusBody.success(201));
    }

    private void evict(Exchange exchange, Target target, Caller caller) {
        WriteOptions options = WriteOptions.parse(exchange.query(), "CreateOptions", exchange.header("User-Agent"));
        ObjectNode eviction = RequestBody.decode(
                exchange, "v1", "Eviction", BuiltinKinds.type("policy.v1.Eviction"), options.fieldValidation());
        ObjectNode inner = eviction.get("deleteOptions") instanceof ObjectNode given ? given : Json.object();
        DeleteOptions deletion = DeleteRequest.parse(exchange.query(), inner);
        Target pod = new Target(target.resource(), target.namespace(), target.name(), "");
        registry.admit(caller, Operation.CREATE, target, eviction, deletion.dryRun());
        evictions.evict(caller, pod, deletion);
        ObjectResponses.status(exchange, 201, StatusBody.success(201));
    }

    private void token(Exchange exchange, Target target, Caller caller) {
        WriteOptions options = WriteOptions.parse(exchange.query(), "CreateOptions", exchange.header("User-Agent"));
        ObjectNode request = RequestBody.decode(
                exchange,
                "v1",
                "TokenRequest",
                BuiltinKinds.type("authentication.v1.TokenRequest"),
                options.fieldValidation());
        registry.admit(caller, Operation.CREATE, target, request, options.dryRun());
        ObjectNode issued = tokens.create(target.namespace(), target.name(), request);
        ObjectResponses.status(exchange, 201, issued);
    }
}
