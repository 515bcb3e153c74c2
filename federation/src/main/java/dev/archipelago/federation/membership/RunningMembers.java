package dev.archipelago.federation.membership;

import dev.archipelago.api.cluster.ClusterApi;
import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.Reason;
import dev.archipelago.api.objects.AnyObject;
import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.api.patch.PatchBody;
import dev.archipelago.api.relay.Relay;
import dev.archipelago.controller.cache.Cache;
import dev.archipelago.controller.cache.Caches;
import dev.archipelago.controller.queue.Timers;
import dev.archipelago.controller.runtime.EventSink;
import dev.archipelago.controller.runtime.Launcher;
import dev.archipelago.controller.runtime.Reconciler;
import dev.archipelago.federation.kinds.Binding;
import dev.archipelago.federation.kinds.Bindings;
import dev.archipelago.federation.kinds.Cluster;
import dev.archipelago.federation.kinds.Names;
import dev.archipelago.federation.match.Templates;
import dev.archipelago.model.kinds.GroupVersionKind;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Keeps a connection to every cluster that has a Cluster object. It reconnects when the credentials or the address
/// change or the cluster comes back, and disconnects when the object is gone.
public final class RunningMembers implements Members, AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(RunningMembers.class);
    private static final Kind<AnyObject> SECRET = AnyObject.kind(GroupVersionKind.of("v1", "Secret"), "secrets", true);

    private final String federationName;
    private final ClusterApi federation;
    private final Connector connector;
    private final Prober.Settings probing;
    private final Executor threads;
    private final Cache<Cluster> clusters;
    private final Bindings bindings;
    private final Templates templates;
    private final BindingChanges changes = new BindingChanges();
    private final Map<String, RunningMember> running = new ConcurrentSkipListMap<>();
    private volatile RunningMember.@Nullable Surroundings surroundings;
    private final Map<String, Object> turns = new ConcurrentHashMap<>();
    private final ConnectionCondition condition;
    private volatile boolean closed;

    /// @param federationName is set on the objects that the federation makes in members
    /// @param threads runs tasks that may block on a member
    public RunningMembers(
            String federationName,
            Caches caches,
            Bindings bindings,
            Templates templates,
            ClusterApi federation,
            Connector connector,
            Health health,
            Duration period,
            Executor threads) {
        this.federationName = federationName;
        this.federation = federation;
        this.condition = new ConnectionCondition(federation);
        this.connector = connector;
        this.probing = new Prober.Settings(health, period);
        this.threads = threads;
        this.bindings = bindings;
        this.templates = templates;
        this.clusters = caches.of(Cluster.KIND);
        clusters.listen(this::changed);
        caches.of(SECRET).listen((before, after) -> {
            if (after != null) {
                secretChanged(after.key());
            }
        });
        bindings.listen((before, after) -> {
            if (after != null) {
                running.values().forEach(member -> follow(member.member(), after));
                changes.tell(after.key());
            } else if (before != null) {
                running.values().forEach(member -> member.member().forget(before));
                changes.tell(before.key());
            }
        });
        templates.listen(changes::tell);
    }

    /// Creates the reconcilers of members.
    public interface Work {
        /// Creates the reconciler of one member.
        ///
        /// @param changes registers a listener for bindings that have changed
        Reconciler of(Member member, Consumer<BindingChanges.Listener> changes);
    }

    /// Starts to connect. Call it when the caches are synced.
    ///
    /// @param work creates the reconcilers of members
    public void begin(Work work, Timers timers, Launcher launcher, EventSink events) {
        surroundings = new RunningMember.Surroundings(work, changes, bindings::forEach, timers, launcher, events);
        clusters.all().forEach(cluster -> threads.execute(() -> update(cluster.name(), false)));
    }

    public BindingChanges changes() {
        return changes;
    }

    private void changed(@Nullable Cluster before, @Nullable Cluster after) {
        Cluster known = after == null ? before : after;
        if (known == null || surroundings == null) {
            return;
        }
        boolean isBack = before != null && after != null && !before.isReady() && after.isReady();
        boolean isOther = before == null
                || after == null
                || !before.uid().equals(after.uid())
                || !before.spec().equals(after.spec());
        if (isBack || isOther) {
            threads.execute(() -> update(known.name(), isBack));
        }
        if (before != null
                && after != null
                && (before.isReady() != after.isReady() || !before.id().equals(after.id()))) {
            bindings.forEach(binding -> changes.tell(binding.key()));
        }
    }

    private void secretChanged(Key secret) {
        if (surroundings == null) {
            return;
        }
        for (Cluster cluster : clusters.all()) {
            if (cluster.secret().filter(secret::equals).isPresent()) {
                threads.execute(() -> update(cluster.name(), false));
            }
        }
    }

    /// @param again whether to rebuild all caches, also over the same connection
    private void update(String name, boolean again) {
        RunningMember.Surroundings common = surroundings;
        // One at a time for each member, which may not answer; others are not blocked.
        synchronized (turns.computeIfAbsent(name, n -> new Object())) {
            if (!closed && common != null) {
                update(name, again, common);
            }
        }
    }

    private void update(String name, boolean again, RunningMember.Surroundings common) {
        try {
            connect(name, again, common);
        } catch (IOException e) {
            log.warn("cluster {} cannot be connected to: {}", name, e.getMessage());
            condition.refused(
                    name,
                    String.valueOf(e.getMessage()),
                    running.containsKey(name),
                    common.timers().instant(),
                    common.events());
        } catch (RuntimeException e) {
            log.warn("cluster {} cannot be connected to, trying again: {}", name, e.toString());
            Instant later = common.timers().instant().plus(probing.period());
            var _ = common.timers().at(later, () -> threads.execute(() -> update(name, again)));
        }
    }

    /// @throws IOException when the Cluster or its Secret must be corrected
    private void connect(String name, boolean again, RunningMember.Surroundings common) throws IOException {
        RunningMember known = running.get(name);
        Cluster cluster = clusters.get(Key.global(name)).orElse(null);
        if (cluster == null) {
            if (running.remove(name) != null && known != null) {
                threads.execute(known::close);
                bindings.forEach(binding -> changes.tell(binding.key()));
            }
            return;
        }
        Optional<JsonNode> secret = cluster.secret().flatMap(this::secret);
        boolean same = known != null
                && known.membership().equals(cluster.uid())
                && known.identity().equals(connector.identity(cluster, secret));
        if (known != null && same) {
            condition.accepted(name);
            if (again) {
                known.start(this::follow);
            }
            return;
        }
        Connector.Connection connection = connector.connect(cluster, secret.orElse(null));
        condition.accepted(name);
        if (secret.isPresent() && connector.sendsCredentials(cluster)) {
            bindCredentials(cluster, secret.get());
        }
        Member view = new Member(name, connection.api(), binding -> changes.tellOf(name, binding));
        RunningMember member = new RunningMember(
                view,
                connection,
                cluster.uid(),
                common,
                new Prober(
                        name,
                        connection,
                        federation,
                        probing,
                        common.timers(),
                        threads,
                        common.events(),
                        new LeftObjects(() -> view.left(federationName, this::isKnown))));
        running.put(name, member);
        if (known != null) {
            // After the new member listens for deleted bindings, so that none is missed.
            member.member().succeed(known.member());
        }
        try {
            member.start(this::follow);
        } catch (RuntimeException e) {
            // Otherwise it would be taken for a working member.
            if (known == null) {
                running.remove(name, member);
            } else {
                running.put(name, known);
            }
            member.close();
            throw e;
        }
        if (known != null) {
            threads.execute(known::close);
        }
    }

    /// Reads Secrets in the namespaces for credentials only; others are not the federation's.
    private Optional<JsonNode> secret(Key key) {
        return Names.CREDENTIAL_NAMESPACES.contains(key.namespace())
                ? federation.get(SECRET, key).map(secret -> secret.tree())
                : Optional.empty();
    }

    /// Records in the Secret which endpoint it is for, unless that is done already. From then on the credentials
    /// are sent nowhere else, even if the Cluster object changes.
    private void bindCredentials(Cluster cluster, JsonNode secret) {
        JsonNode metadata = secret.path("metadata");
        if (metadata.path("annotations").has(Names.CREDENTIAL_SCOPE)) {
            return;
        }
        ObjectNode patch = Json.object();
        ObjectNode change = patch.putObject("metadata")
                .put("uid", metadata.path("uid").asString(""))
                .put("resourceVersion", metadata.path("resourceVersion").asString(""));
        change.putObject("annotations").put(Names.CREDENTIAL_SCOPE, cluster.credentialScope());
        try {
            federation.patch(
                    SECRET,
                    new Key(
                            metadata.path("namespace").asString(""),
                            metadata.path("name").asString("")),
                    "",
                    new PatchBody.Merge(patch),
                    false);
        } catch (ApiException e) {
            log.warn(
                    "where the credentials of cluster {} are for could not be noted: {}",
                    cluster.name(),
                    e.getMessage());
        }
    }

    private boolean isKnown(Key binding) {
        return bindings.find(binding).isPresent() || templates.find(binding).isPresent();
    }

    private void follow(Member member, Binding binding) {
        templates.kind(binding).ifPresent(kind -> {
            if (!member.knows(kind)) {
                member.follow(kind);
                member.whenKnown(kind, () -> changes.tellOf(member.name(), binding.key()));
            }
        });
    }

    /// Lets user requests pass over the connections to members.
    public void serve(ClusterProxy proxy) {
        proxy.use(this::relay);
    }

    private Relay relay(String cluster) {
        RunningMember member = running.get(cluster);
        if (member != null) {
            return member.relay();
        }
        if (clusters.get(Key.global(cluster)).isEmpty()) {
            throw ApiException.notFound(Cluster.KIND.type().group(), Cluster.KIND.resource(), cluster);
        }
        throw new ApiException(Reason.SERVICE_UNAVAILABLE, "cluster " + cluster + " is not connected");
    }

    @Override
    public Optional<MemberView> find(String cluster) {
        return Optional.ofNullable(running.get(cluster)).map(RunningMember::member);
    }

    @Override
    public void listen(Consumer<Key> listener) {
        changes.listen(new BindingChanges.Listener() {
            @Override
            public void changed(Key binding) {
                listener.accept(binding);
            }

            @Override
            public void changedIn(String cluster, Key binding) {
                listener.accept(binding);
            }
        });
    }

    @Override
    public void close() {
        closed = true;
        running.values().forEach(RunningMember::close);
        running.clear();
    }
}
