package dev.archipelago.apiserver.custom;

import dev.archipelago.api.authn.UserInfo;
import dev.archipelago.api.cluster.DeleteOptions;
import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.objects.Meta;
import dev.archipelago.api.objects.Stored;
import dev.archipelago.api.selector.ObjectFilter;
import dev.archipelago.apiserver.catalog.Catalog;
import dev.archipelago.apiserver.catalog.CurrentCatalog;
import dev.archipelago.apiserver.catalog.ServedResource;
import dev.archipelago.apiserver.crd.Lifecycle;
import dev.archipelago.apiserver.crd.TakenNames;
import dev.archipelago.apiserver.feed.ObjectFeed;
import dev.archipelago.apiserver.objects.StoredObjects;
import dev.archipelago.apiserver.registry.Caller;
import dev.archipelago.apiserver.registry.Registry;
import dev.archipelago.apiserver.registry.Target;
import dev.archipelago.apiserver.request.ReadOptions;
import dev.archipelago.apiserver.request.WriteOptions;
import dev.archipelago.store.KeyValue;
import dev.archipelago.store.Store;
import dev.archipelago.store.StoreException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/// Keeps the catalog and the definitions' status in step with the definitions, and removes the objects of those that
/// are deleted. One thread looks at all of them again whenever one changes. Several servers on one store may do so at
/// once: they come to the same result.
public final class CustomResources implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(CustomResources.class);
    private static final long RETRY_MILLIS = 1000;
    private static final WriteOptions OPTIONS = WriteOptions.by("archipelago-apiserver", false);

    private final Store store;
    private final Registry registry;
    private final CurrentCatalog catalog;
    private final List<ServedResource> builtin;
    private final ServedResource definitions;
    private final InstantSource clock;
    private final UnaryOperator<ServedResource> furnishing;
    private final Caller caller = new Caller(UserInfo.of("system:apiserver", UserInfo.MASTERS), warning -> {});
    private final Map<String, Serving> serving = new HashMap<>();
    private final Semaphore changes = new Semaphore(0);
    private final Thread worker;
    private final ObjectFeed feed;
    private volatile boolean closed;

    /// What a version of a definition is served as: making it anew takes a while.
    private record Serving(long generation, boolean terminating, List<ServedResource> resources) {}

    private CustomResources(
            Store store,
            Registry registry,
            CurrentCatalog catalog,
            InstantSource clock,
            UnaryOperator<ServedResource> furnishing) {
        this.store = store;
        this.registry = registry;
        this.catalog = catalog;
        this.clock = clock;
        this.furnishing = furnishing;
        builtin = catalog.get().all();
        definitions = catalog.get()
                .find("apiextensions.k8s.io", "v1", "customresourcedefinitions")
                .orElseThrow();
        feed = ObjectFeed.follow(store, definitions.keyPrefix(), new ObjectFeed.Follower() {
            @Override
            public void put(String key, Stored object) {
                changes.release();
            }

            @Override
            public void remove(String key) {
                changes.release();
            }
        });
        worker = Thread.ofPlatform().name("custom-resources").daemon().unstarted(this::work);
    }

    /// Starts. When this returns, all established kinds are served.
    ///
    /// @param furnishing adds what is served with a resource beyond its definition
    public static CustomResources start(
            Store store,
            Registry registry,
            CurrentCatalog catalog,
            InstantSource clock,
            UnaryOperator<ServedResource> furnishing) {
        CustomResources resources = new CustomResources(store, registry, catalog, clock, furnishing);
        resources.reconcile();
        resources.worker.start();
        return resources;
    }

    private void work() {
        boolean again = false;
        while (!closed) {
            try {
                if (again) {
                    boolean _ = changes.tryAcquire(RETRY_MILLIS, TimeUnit.MILLISECONDS);
                } else {
                    changes.acquire();
                }
                changes.drainPermits();
                again = reconcile();
            } catch (ApiException | StoreException e) {
                log.warn("custom resources: {}", e.getMessage());
                again = true;
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    /// Looks at all definitions.
    ///
    /// @return whether something remains to be done that no change will tell of
    private boolean reconcile() {
        Map<String, ObjectNode> all = new LinkedHashMap<>();
        for (KeyValue entry : store.range(definitions.keyPrefix(), definitions.keyPrefix(), 0, 0)
                .entries()) {
            all.put(entry.key(), StoredObjects.of(entry).tree());
        }
        List<ObjectNode> settled = new ArrayList<>();
        for (ObjectNode definition : all.values()) {
            if (!Meta.deleting(definition) && settle(definition, all.values())) {
                settled.add(definition);
            }
        }
        // Served first, then said to be established: whoever waits for that can use it.
        serve(all);
        settled.forEach(this::writeStatus);
        boolean again = false;
        for (ObjectNode definition : all.values()) {
            again |= Lifecycle.needsCleanup(definition) && !cleanUp(definition);
        }
        return again;
    }

    private boolean settle(ObjectNode definition, Iterable<ObjectNode> all) {
        String group = definition.path("spec").path("group").asString("");
        boolean named = Lifecycle.settleNames(definition, TakenNames.of(group, all), clock.instant());
        return Lifecycle.establish(definition, clock.instant()) || named;
    }

    private void serve(Map<String, ObjectNode> all) {
        serving.keySet().retainAll(all.keySet());
        List<ServedResource> resources = new ArrayList<>(builtin);
        all.forEach((key, definition) -> {
            if (Lifecycle.isEstablished(definition)) {
                resources.addAll(serving(key, definition));
            }
        });
        if (!resources.equals(catalog.get().all())) {
            catalog.replace(new Catalog(resources));
        }
    }

    private List<ServedResource> serving(String key, ObjectNode definition) {
        long generation = Meta.generation(definition);
        boolean terminating = Lifecycle.isTerminating(definition);
        Serving known = serving.get(key);
        if (known == null || known.generation != generation || known.terminating != terminating) {
            List<ServedResource> served =
                    CustomServing.of(definition).stream().map(furnishing).toList();
            known = new Serving(generation, terminating, served);
            serving.put(key, known);
        }
        return known.resources;
    }

    private void writeStatus(ObjectNode definition) {
        edit(definition, "status", updated -> {
            updated.set("status", definition.path("status"));
            return true;
        });
    }

    private void edit(ObjectNode definition, String subresource, Predicate<ObjectNode> edit) {
        Target target = new Target(definitions, "", Meta.name(definition), subresource);
        registry.change(caller, target, new Edit(definitions, subresource, edit), OPTIONS);
    }

    /// Deletes all objects of a definition that is going.
    ///
    /// @return whether none is left
    private boolean cleanUp(ObjectNode definition) {
        List<ServedResource> served = CustomServing.of(definition);
        long left = 0;
        if (!served.isEmpty()) {
            ServedResource resource = served.getFirst();
            registry.deleteCollection(
                    caller, resource, "", ObjectFilter.everything(), ReadOptions.NONE, DeleteOptions.NONE);
            left = store.count(resource.keyPrefix(), resource.keyPrefix(), 0);
        }
        if (left > 0) {
            String why = left + " objects are held by their finalizers";
            edit(definition, "status", updated -> Lifecycle.instancesRemain(updated, why, clock.instant()));
            return false;
        }
        edit(definition, "", updated -> Lifecycle.finishDeletion(updated, clock.instant()));
        return true;
    }

    @Override
    public void close() {
        closed = true;
        feed.close();
        worker.interrupt();
    }
}
