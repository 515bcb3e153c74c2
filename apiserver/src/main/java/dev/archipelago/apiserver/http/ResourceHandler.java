package dev.archipelago.apiserver.http;

import dev.archipelago.api.authn.UserInfo;
import dev.archipelago.api.cluster.DeleteOptions;
import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.Reason;
import dev.archipelago.api.objects.Meta;
import dev.archipelago.api.selector.ObjectFilter;
import dev.archipelago.apiserver.catalog.ServedResource;
import dev.archipelago.apiserver.registry.Caller;
import dev.archipelago.apiserver.registry.Page;
import dev.archipelago.apiserver.registry.Registry;
import dev.archipelago.apiserver.registry.Target;
import dev.archipelago.apiserver.registry.Written;
import dev.archipelago.apiserver.registry.Written.Effect;
import dev.archipelago.apiserver.request.DeleteRequest;
import dev.archipelago.apiserver.request.ReadOptions;
import dev.archipelago.apiserver.request.RequestInfo;
import dev.archipelago.apiserver.request.WriteOptions;
import tools.jackson.databind.node.ObjectNode;

/// Serves the verbs on resources.
final class ResourceHandler {
    private final Registry registry;
    private final ObjectResponses responses;
    private final WatchHandler watches;
    private final SubresourceHandler subresources;
    private final Absence absence;

    ResourceHandler(
            Registry registry,
            ObjectResponses responses,
            WatchHandler watches,
            SubresourceHandler subresources,
            Absence absence) {
        this.registry = registry;
        this.responses = responses;
        this.watches = watches;
        this.subresources = subresources;
        this.absence = absence;
    }

    void handle(Exchange exchange, RequestInfo info, ServedResource resource, UserInfo user) {
        if (!resource.namespaced() && !info.namespace().isEmpty() && !isOfNamespace(info)) {
            // Who may do anything in a namespace must not reach what is in none.
            throw ApiHandler.noSuchResource();
        }
        try {
            serve(exchange, info, resource, user);
        } catch (ApiException e) {
            throw absence.explained(e, resource);
        }
    }

    private void serve(Exchange exchange, RequestInfo info, ServedResource resource, UserInfo user) {
        Target target = new Target(resource, info.namespace(), info.name(), info.subresource());
        Caller caller = new Caller(user, exchange::warn);
        if (!info.subresource().isEmpty() && subresources.handle(exchange, info, target, caller)) {
            return;
        }
        if (info.subresource().isEmpty() && !resource.kind().verbs().contains(info.verb())) {
            throw methodNotAllowed();
        }
        switch (info.verb()) {
            case "get" -> get(exchange, target);
            case "list" -> list(exchange, resource, info);
            case "watch" -> watches.handle(exchange, resource, info);
            case "create" -> create(exchange, target, caller);
            case "update" -> update(exchange, target, caller);
            case "patch" -> patch(exchange, target, caller);
            case "delete" -> delete(exchange, target, caller);
            case "deletecollection" -> deleteCollection(exchange, resource, info, caller);
            default -> throw methodNotAllowed();
        }
    }

    /// The path of a namespace itself is read as one inside it.
    private static boolean isOfNamespace(RequestInfo info) {
        return info.group().isEmpty()
                && info.resource().equals("namespaces")
                && info.namespace().equals(info.name());
    }

    static ApiException methodNotAllowed() {
        return new ApiException(
                Reason.METHOD_NOT_ALLOWED, "the server does not allow this method on the requested resource");
    }

    private void get(Exchange exchange, Target target) {
        Representation form = Representation.of(exchange.header("Accept"), target.resource());
        ReadOptions options = ReadOptions.parse(exchange.query(), false);
        responses.object(
                exchange,
                form,
                target.resource(),
                registry.get(target.resource(), target.namespace(), target.name(), options));
    }

    private void list(Exchange exchange, ServedResource resource, RequestInfo info) {
        Representation form = Representation.of(exchange.header("Accept"), resource);
        ReadOptions options = ReadOptions.parse(exchange.query(), false);
        ObjectFilter filter = RequestFilters.of(resource, options);
        Page page = registry.list(resource, info.namespace(), filter, options);
        if (page.entries().isEmpty()) {
            absence.of(resource).ifPresent(exchange::warn);
        }
        responses.list(exchange, form, resource, page);
    }

    private void create(Exchange exchange, Target target, Caller caller) {
        Representation form = Representation.of(exchange.header("Accept"), target.resource());
        WriteOptions options = WriteOptions.parse(exchange.query(), "CreateOptions", exchange.header("User-Agent"));
        if (!target.name().isEmpty()) {
            throw methodNotAllowed();
        }
        ObjectNode object = RequestBody.object(exchange, target.resource(), options.fieldValidation());
        String namespace = target.resource().namespaced() ? target.namespace() : "";
        if (target.resource().namespaced() && namespace.isEmpty()) {
            throw ApiException.badRequest("an empty namespace may not be set during creation");
        }
        responses.written(
                exchange,
                form,
                target.resource(),
                registry.create(caller, target.resource(), namespace, object, options));
    }

    private void update(Exchange exchange, Target target, Caller caller) {
        Representation form = Representation.of(exchange.header("Accept"), target.resource());
        WriteOptions options = WriteOptions.parse(exchange.query(), "UpdateOptions", exchange.header("User-Agent"));
        ObjectNode object = RequestBody.object(exchange, target.resource(), options.fieldValidation());
        responses.written(exchange, form, target.resource(), registry.update(caller, target, object, options));
    }

    private void patch(Exchange exchange, Target target, Caller caller) {
        Representation form = Representation.of(exchange.header("Accept"), target.resource());
        WriteOptions options = WriteOptions.parse(exchange.query(), "PatchOptions", exchange.header("User-Agent"));
        var body = RequestBody.patch(exchange, target.resource(), options.fieldValidation());
        responses.written(exchange, form, target.resource(), registry.patch(caller, target, body, options));
    }

    private void delete(Exchange exchange, Target target, Caller caller) {
        Representation form = Representation.of(exchange.header("Accept"), target.resource());
        DeleteOptions options = DeleteRequest.parse(exchange.query(), RequestBody.deleteOptions(exchange));
        Written written = registry.delete(caller, target, options);
        if (written.effect() == Effect.DELETED
                && !target.resource().rules().traits().returnsDeleted()) {
            ServedResource resource = target.resource();
            String uid = Meta.uid(written.tree());
            ObjectResponses.status(
                    exchange, 200, StatusBody.deleted(resource.group(), resource.resource(), target.name(), uid));
            return;
        }
        responses.written(exchange, form, target.resource(), written);
    }

    private void deleteCollection(Exchange exchange, ServedResource resource, RequestInfo info, Caller caller) {
        Representation form = Representation.of(exchange.header("Accept"), resource);
        DeleteOptions options = DeleteRequest.parse(exchange.query(), RequestBody.deleteOptions(exchange));
        ReadOptions which = ReadOptions.parse(exchange.query(), false);
        ObjectFilter filter = RequestFilters.of(resource, which);
        Page page = registry.deleteCollection(caller, resource, info.namespace(), filter, which, options);
        responses.list(exchange, form, resource, page);
    }
}
