package dev.archipelago.apiserver.quota;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Meta;
import dev.archipelago.api.objects.Stored;
import dev.archipelago.api.quantity.Quantity;
import dev.archipelago.api.quota.Amounts;
import dev.archipelago.api.quota.Counted;
import dev.archipelago.api.quota.PodResources;
import dev.archipelago.api.quota.Scopes;
import dev.archipelago.api.quota.Usage;
import dev.archipelago.apiserver.admission.Admission;
import dev.archipelago.apiserver.admission.AdmissionRequest;
import dev.archipelago.apiserver.admission.AdmissionRequest.Operation;
import dev.archipelago.apiserver.catalog.ServedResource;
import dev.archipelago.store.KeyValue;
import dev.archipelago.store.Outcome;
import dev.archipelago.store.Store;
import dev.archipelago.store.Transaction;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Keeps namespaces within their quotas. What a write uses is added to the quota in the transaction that stores the
/// object, so writes at the same time cannot use more than there is, on however many servers.
///
/// It only adds. What is given back is found out by the quota controller; its counts come from caches that lag, so
/// the server counts anew whatever anybody writes into a quota's status.
public final class QuotaAdmission implements Admission {
    private static final String PREFIX = "resourcequotas/";
    private static final int STRIPES = 64;
    private static final int TRIES_MAX = 100;

    private final Store store;
    private final ReentrantLock[] locks = new ReentrantLock[STRIPES];

    public QuotaAdmission(Store store) {
        this.store = store;
        for (int i = 0; i < STRIPES; i++) {
            locks[i] = new ReentrantLock();
        }
    }

    @Override
    public boolean mutate(AdmissionRequest request) {
        ObjectNode quota = request.object();
        boolean says = request.subresource().equals("status")
                && request.resource().group().isEmpty()
                && request.resource().resource().equals("resourcequotas");
        if (quota == null || !says) {
            return false;
        }
        Amounts hard = Amounts.read(quota.path("status").path("hard"));
        quota.withObjectProperty("status")
                .set("used", count(quota, request.namespace(), hard).json());
        return true;
    }

    private Amounts count(ObjectNode quota, String namespace, Amounts hard) {
        Amounts used = new Amounts();
        hard.names().forEach(name -> used.add(name, Quantity.ZERO));
        for (Counted counted : Counted.of(hard.names())) {
            String prefix = ServedResource.prefixOf(counted.group(), counted.resource()) + namespace + '/';
            for (KeyValue entry : store.range(prefix, prefix, 0, 0).entries()) {
                ObjectNode object = Json.parse(entry.value());
                if (Scopes.cover(quota.path("spec"), counted.group(), counted.resource(), object)) {
                    used.addAll(Usage.of(counted.group(), counted.resource(), object)
                            .only(hard));
                }
            }
        }
        return used;
    }

    @Override
    public Outcome commit(
            AdmissionRequest request, Transaction transaction, Function<Transaction, Outcome> committing) {
        boolean uses = request.resource().namespaced()
                && request.object() != null
                && (request.operation() == Operation.CREATE
                        || request.subresource().isEmpty())
                && store.count(PREFIX + request.namespace() + '/', PREFIX + request.namespace() + '/', 0) > 0;
        if (!uses) {
            return committing.apply(transaction);
        }
        // Others on this server wait instead of failing; others elsewhere are kept apart by the guards.
        ReentrantLock lock = locks[Math.floorMod(request.namespace().hashCode(), STRIPES)];
        lock.lock();
        try {
            for (int tries = 1; ; tries++) {
                Outcome outcome = committing.apply(charged(request, transaction));
                boolean outrun = outcome instanceof Outcome.Refused(String key) && !isGuarded(transaction, key);
                if (!outrun || tries == TRIES_MAX || !catchUp()) {
                    return outcome;
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /// Whether a key is the business of the write itself, and not of what it uses.
    private static boolean isGuarded(Transaction transaction, String key) {
        return transaction.guards().stream().anyMatch(guard -> guard.key().equals(key));
    }

    /// What refused the write may not be seen here yet.
    private boolean catchUp() {
        try {
            return store.awaitObserved(store.latestRevision(), Duration.ofSeconds(1));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private List<KeyValue> quotas(String namespace) {
        String prefix = PREFIX + namespace + '/';
        return store.range(prefix, prefix, 0, 0).entries();
    }

    /// The same transaction with what it uses.
    private Transaction charged(AdmissionRequest request, Transaction transaction) {
        String group = request.resource().group();
        String resource = request.resource().resource();
        ObjectNode object = Objects.requireNonNull(request.object());
        Amounts usage = Usage.of(group, resource, object);
        List<Transaction.Guard> guards = new ArrayList<>(transaction.guards());
        List<Transaction.Change> changes = new ArrayList<>(transaction.changes());
        for (KeyValue entry : quotas(request.namespace())) {
            ObjectNode quota = Json.parse(entry.value());
            Amounts hard = Amounts.read(quota.path("status").path("hard"));
            Amounts counted = usage.only(hard);
            if (counted.isEmpty() || !Scopes.cover(quota.path("spec"), group, resource, object)) {
                continue;
            }
            Amounts more = counted.beyond(before(request, quota));
            if (!more.isEmpty()) {
                changes.add(new Transaction.Put(entry.key(), charge(request, quota, hard, more)));
                guards.add(new Transaction.Guard(entry.key(), entry.modRevision()));
            }
        }
        return changes.size() == transaction.changes().size() ? transaction : new Transaction(guards, changes);
    }

    private static Amounts before(AdmissionRequest request, ObjectNode quota) {
        JsonNode old = request.old();
        String group = request.resource().group();
        String resource = request.resource().resource();
        return old != null && Scopes.cover(quota.path("spec"), group, resource, old)
                ? Usage.of(group, resource, old)
                : new Amounts();
    }

    private static byte[] charge(AdmissionRequest request, ObjectNode quota, Amounts hard, Amounts more) {
        Amounts used = Amounts.read(quota.path("status").path("used"));
        Amounts unknown = new Amounts();
        Amounts requested = new Amounts();
        Amounts taken = new Amounts();
        Amounts limited = new Amounts();
        for (String name : more.names()) {
            if (!used.has(name)) {
                unknown.add(name, hard.get(name));
            } else if (used.get(name).add(more.get(name)).compareTo(hard.get(name)) > 0) {
                requested.add(name, more.get(name));
                taken.add(name, used.get(name));
                limited.add(name, hard.get(name));
            }
        }
        if (!unknown.isEmpty()) {
            throw forbidden(
                    request,
                    "status unknown for quota: " + Meta.name(quota) + ", resources: "
                            + String.join(",", unknown.names()));
        }
        if (!requested.isEmpty()) {
            throw forbidden(
                    request,
                    "exceeded quota: %s, requested: %s, used: %s, limited: %s"
                            .formatted(Meta.name(quota), requested, taken, limited));
        }
        quota.withObjectProperty("status").set("used", used.addAll(more).json());
        return Stored.encode(quota);
    }

    /// A quota on what containers need is of no use when they do not say what they need.
    @Override
    public void validate(AdmissionRequest request) {
        ObjectNode pod = request.object();
        boolean creates = request.operation() == Operation.CREATE
                && request.resource().group().isEmpty()
                && request.resource().resource().equals("pods");
        if (pod == null || !creates) {
            return;
        }
        for (KeyValue entry : quotas(request.namespace())) {
            ObjectNode quota = Json.parse(entry.value());
            Amounts hard = Amounts.read(quota.path("status").path("hard"));
            String missing = PodResources.missing(pod.path("spec"), hard.names());
            if (!missing.isEmpty() && Scopes.cover(quota.path("spec"), "", "pods", pod)) {
                throw forbidden(request, "failed quota: " + Meta.name(quota) + ": must specify " + missing);
            }
        }
    }

    private static ApiException forbidden(AdmissionRequest request, String why) {
        return ApiException.forbidden(
                request.resource().group(), request.resource().resource(), request.name(), why);
    }
}
