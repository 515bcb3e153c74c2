package dev.archipelago.apiserver.bootstrap;

import dev.archipelago.api.authn.UserInfo;
import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.Reason;
import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Meta;
import dev.archipelago.apiserver.catalog.Catalog;
import dev.archipelago.apiserver.catalog.ServedResource;
import dev.archipelago.apiserver.registry.Caller;
import dev.archipelago.apiserver.registry.Registry;
import dev.archipelago.apiserver.request.WriteOptions;
import dev.archipelago.store.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import tools.jackson.databind.node.ObjectNode;

/// Creates what every cluster has from the start, if it is not there. What is there is left as it is.
public final class Bootstrap {
    private static final List<String> NAMESPACES = List.of("default", "kube-system", "kube-public", "kube-node-lease");

    private final Store store;
    private final Registry registry;
    private final Catalog catalog;

    public Bootstrap(Store store, Registry registry, Catalog catalog) {
        this.store = store;
        this.registry = registry;
        this.catalog = catalog;
    }

    /// Creates what is missing: namespaces first, then the given objects all at once.
    public void run(List<ObjectNode> objects) {
        createAll(NAMESPACES.stream().map(Bootstrap::namespace).toList());
        createAll(objects);
    }

    private static ObjectNode namespace(String name) {
        ObjectNode namespace = Json.object().put("apiVersion", "v1").put("kind", "Namespace");
        namespace.putObject("metadata").put("name", name);
        return namespace;
    }

    private void createAll(List<ObjectNode> objects) {
        List<ObjectNode> missing = objects.stream().filter(this::isMissing).toList();
        if (missing.isEmpty()) {
            return;
        }
        // Together, so that they share a few group commits.
        try (ExecutorService parallel = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> created = new ArrayList<>();
            for (ObjectNode object : missing) {
                created.add(parallel.submit(() -> create(object)));
            }
            for (Future<?> one : created) {
                one.get();
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException("a default object could not be created", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while starting", e);
        }
    }

    private boolean isMissing(ObjectNode object) {
        return store.get(resource(object).key(Meta.namespace(object), Meta.name(object)))
                .isEmpty();
    }

    private void create(ObjectNode object) {
        Caller caller = new Caller(UserInfo.of("system:apiserver", UserInfo.MASTERS), warning -> {});
        WriteOptions options = WriteOptions.by("archipelago-apiserver", false);
        try {
            registry.create(caller, resource(object), Meta.namespace(object), object.deepCopy(), options);
        } catch (ApiException e) {
            // Another server may be starting, and its object have what this one asks for.
            if (e.reason() != Reason.ALREADY_EXISTS && isMissing(object)) {
                throw e;
            }
        }
    }

    private ServedResource resource(ObjectNode object) {
        return catalog.findKind(
                        object.path("apiVersion").asString(""),
                        object.path("kind").asString(""))
                .orElseThrow();
    }
}
