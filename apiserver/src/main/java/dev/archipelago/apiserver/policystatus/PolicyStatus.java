package dev.archipelago.apiserver.policystatus;

import dev.archipelago.api.authn.UserInfo;
import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.Reason;
import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Meta;
import dev.archipelago.api.objects.Stored;
import dev.archipelago.api.patch.PatchBody;
import dev.archipelago.apiserver.catalog.Catalog;
import dev.archipelago.apiserver.catalog.ServedResource;
import dev.archipelago.apiserver.cel.PolicyTypeCheck;
import dev.archipelago.apiserver.feed.ObjectFeed;
import dev.archipelago.apiserver.registry.Caller;
import dev.archipelago.apiserver.registry.Registry;
import dev.archipelago.apiserver.registry.Target;
import dev.archipelago.apiserver.request.WriteOptions;
import dev.archipelago.store.Store;
import dev.archipelago.store.StoreException;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Type checks each ValidatingAdmissionPolicy after a change of it, and writes what is found into its status. Several
/// servers on one store may do so at once: they come to the same result.
public final class PolicyStatus implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(PolicyStatus.class);
    private static final WriteOptions OPTIONS = WriteOptions.by("archipelago-apiserver", false);

    private final Registry registry;
    private final Supplier<Catalog> catalog;
    private final ServedResource policies;
    private final Caller caller = new Caller(UserInfo.of("system:apiserver", UserInfo.MASTERS), warning -> {});
    private final ExecutorService worker = Executors.newSingleThreadExecutor(
            Thread.ofVirtual().name("policy-status").factory());
    private final ObjectFeed feed;

    private PolicyStatus(Store store, Registry registry, Supplier<Catalog> catalog) {
        this.registry = registry;
        this.catalog = catalog;
        policies = catalog.get()
                .find("admissionregistration.k8s.io", "v1", "validatingadmissionpolicies")
                .orElseThrow();
        feed = ObjectFeed.follow(store, policies.keyPrefix(), new ObjectFeed.Follower() {
            @Override
            public void put(String key, Stored object) {
                ObjectNode policy = object.tree();
                if (Meta.generation(policy)
                        > policy.path("status").path("observedGeneration").asLong(0)) {
                    worker.execute(() -> write(policy));
                }
            }

            @Override
            public void remove(String key) {}
        });
    }

    public static PolicyStatus start(Store store, Registry registry, Supplier<Catalog> catalog) {
        return new PolicyStatus(store, registry, catalog);
    }

    private void write(ObjectNode policy) {
        Target target = new Target(policies, "", Meta.name(policy), "status");
        try {
            registry.patch(caller, target, new PatchBody.Merge(status(policy)), OPTIONS);
        } catch (ApiException e) {
            // One that is gone or has changed meanwhile has no more need of it.
            if (e.reason() != Reason.NOT_FOUND && e.reason() != Reason.CONFLICT) {
                log.warn("the status of policy {} could not be written: {}", Meta.name(policy), e.getMessage());
            }
        } catch (StoreException e) {
            log.warn("the status of policy {} could not be written: {}", Meta.name(policy), e.getMessage());
        }
    }

    /// The status of a policy of this version, as a patch that fits no other.
    private ObjectNode status(ObjectNode policy) {
        Catalog known = catalog.get();
        List<PolicyTypeCheck.Warning> warnings = PolicyTypeCheck.check(
                policy.path("spec"),
                CheckedKinds.of(known, policy.path("spec")),
                CheckedKinds.params(known, policy.path("spec")));
        ObjectNode patch = Json.object();
        patch.putObject("metadata").put("resourceVersion", Meta.text(policy, "resourceVersion"));
        ObjectNode status = patch.putObject("status").put("observedGeneration", Meta.generation(policy));
        ObjectNode typeChecking = status.putObject("typeChecking");
        if (warnings.isEmpty()) {
            typeChecking.putNull("expressionWarnings");
        } else {
            ArrayNode list = typeChecking.putArray("expressionWarnings");
            warnings.forEach(
                    warning -> list.addObject().put("fieldRef", warning.field()).put("warning", warning.text()));
        }
        return patch;
    }

    @Override
    public void close() {
        feed.close();
        worker.shutdownNow();
    }
}
