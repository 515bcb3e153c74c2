package dev.archipelago.simulation.federation;

import dev.archipelago.api.cluster.ClusterApi;
import dev.archipelago.api.objects.AnyObject;
import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.cluster.kinds.Namespace;
import dev.archipelago.cluster.kinds.StatefulSet;
import dev.archipelago.controller.runtime.Reconciler;
import dev.archipelago.federation.Federation;
import dev.archipelago.federation.admission.FederationAdmission;
import dev.archipelago.federation.kinds.Names;
import dev.archipelago.federation.membership.Health;
import dev.archipelago.federation.render.Orphaned;
import dev.archipelago.model.kinds.GroupVersionKind;
import dev.archipelago.simulation.engine.SimServer;
import dev.archipelago.simulation.engine.SimTime;
import dev.archipelago.simulation.engine.Trace;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import tools.jackson.databind.node.ObjectNode;

/// A simulated federation with its clusters, control planes and faults.
final class World {
    /// The user of the federation in its members.
    static final String FEDERATION = "archipelago";

    static final Federation.Settings SETTINGS = new Federation.Settings(
            "islands",
            "example.com",
            true,
            new Health(Duration.ofSeconds(10), Duration.ofSeconds(1)),
            Duration.ofSeconds(10));

    static final Set<String> HOME_KINDS = Set.of(
            "Namespace",
            "ConfigMap",
            "Secret",
            "Service",
            "StatefulSet",
            "Deployment",
            "Cluster",
            "ResourceBinding",
            "ClusterResourceBinding",
            "PropagationPolicy",
            "ClusterPropagationPolicy",
            "OverridePolicy",
            "ClusterOverridePolicy");

    static final Set<String> ISLAND_KINDS =
            Set.of("Namespace", "ConfigMap", "Service", "StatefulSet", "Deployment", "Node");

    static final Kind<AnyObject> DEPLOYMENT =
            AnyObject.kind(GroupVersionKind.of("apps/v1", "Deployment"), "deployments", true);
    static final Kind<AnyObject> SERVICE = AnyObject.kind(GroupVersionKind.of("v1", "Service"), "services", true);
    static final Kind<AnyObject> CONFIG_MAP =
            AnyObject.kind(GroupVersionKind.of("v1", "ConfigMap"), "configmaps", true);

    private final RandomGenerator random;
    private final SimTime time;
    private final Trace trace;
    private final SimServer home;
    private final SortedMap<String, SimCluster> clusters = new TreeMap<>();
    private final Invariants invariants;
    private final Tampering tampering;
    private final List<ControlProcess> processes = new ArrayList<>();
    private final Duration ageMax;
    private Faults faults;
    private String actor = "people";
    private int processesStarted;

    /// Replaces reconcilers, for sabotage tests.
    interface Tampering {
        Reconciler of(World world, Reconciler honest);
    }

    /// @param tampering sabotages controllers
    World(RandomGenerator random, Faults faults, Tampering tampering) {
        this.random = random;
        this.faults = faults;
        this.ageMax = faults.ageMax();
        this.tampering = tampering;
        time = new SimTime(random);
        trace = new Trace(time);
        FederationAdmission admission = new FederationAdmission();
        Duration skew = skew();
        home = new SimServer(
                FederationApi.CATALOG,
                faults.admission() ? List.of(admission) : List.of(),
                () -> time.instant().plus(skew),
                random);
        FederationApi.settle(home.api("setup"), SETTINGS);
        invariants = new Invariants(this);
        admission.use(invariants.truth());
        // Mostly small ones: faults hit the same clusters more often, and violations show sooner.
        int count = 2 + Math.min(random.nextInt(6), random.nextInt(6));
        for (int i = 1; i <= count; i++) {
            SimCluster simCluster = new SimCluster("c" + i, this, skew());
            clusters.put(simCluster.name(), simCluster);
            simCluster.found();
            invariants.follow(simCluster);
        }
    }

    static void createNamespace(ClusterApi api, String name) {
        ObjectNode namespace = Json.object().put("apiVersion", "v1").put("kind", "Namespace");
        namespace.putObject("metadata").put("name", name);
        api.create(Namespace.KIND, namespace);
    }

    private Duration skew() {
        long most = faults.skewMillisMax();
        return Duration.ofMillis(most == 0 ? 0 : random.nextLong(2 * most) - most);
    }

    void startProcesses() {
        for (int i = 0; i < faults.processes(); i++) {
            startProcess();
        }
    }

    private void startProcess() {
        ControlProcess process = new ControlProcess("control-" + processesStarted++, this, skew());
        processes.add(process);
        process.start();
    }

    /// Starts another control plane after a while.
    void died(ControlProcess process) {
        processes.remove(process);
        if (!processes.isEmpty()) {
            invariants.truth().processDied();
        }
        time.soon(Faults.RESTART_MILLIS_MAX, this::startProcess);
    }

    Reconciler tamper(Reconciler reconciler) {
        return tampering.of(this, reconciler);
    }

    /// Ends all faults.
    void heal() {
        trace.add("all faults end");
        faults = faults.none();
        clusters.values().forEach(SimCluster::recover);
    }

    /// Advances time.
    void run(Duration duration) {
        Instant end = time.instant().plus(duration);
        while (time.step(end)) {
            invariants.check();
        }
    }

    /// Makes a call as a user.
    <R> R as(String user, Supplier<R> call) {
        String before = actor;
        actor = user;
        try {
            return call.get();
        } finally {
            actor = before;
        }
    }

    /// The user of the current call.
    String actor() {
        return actor;
    }

    /// Whether an object in a cluster is marked as made by the federation.
    static boolean isMarked(ApiObject object) {
        return SETTINGS.name().equals(object.meta().annotations().get(Names.FEDERATION));
    }

    /// Whether an object in a cluster is marked as released by the federation.
    static boolean isLetGo(ApiObject object) {
        return Orphaned.read(object)
                .filter(orphaned -> orphaned.federation().equals(SETTINGS.name()))
                .isPresent();
    }

    /// The uid of the template of an object in a cluster.
    static String templateUid(ApiObject object) {
        return object.meta().annotations().getOrDefault(Names.TEMPLATE_UID, "");
    }

    /// The origin of the data on a set's volumes in a cluster.
    static String originOf(StatefulSet set) {
        String letGo = Orphaned.read(set).map(Orphaned::binding).orElse(set.name());
        return set.namespace() + '/' + set.meta().annotations().getOrDefault(Names.BINDING_NAME, letGo);
    }

    List<String> intentions() {
        List<String> intentions = new ArrayList<>();
        processes.forEach(process -> intentions.addAll(process.intentions()));
        return intentions;
    }

    SimCluster cluster(String name) {
        SimCluster simCluster = clusters.get(name);
        if (simCluster == null) {
            throw new IllegalArgumentException("there is no cluster " + name);
        }
        return simCluster;
    }

    Collection<SimCluster> clusters() {
        return clusters.values();
    }

    Map<String, SimCluster> byName() {
        return clusters;
    }

    RandomGenerator random() {
        return random;
    }

    SimTime time() {
        return time;
    }

    Trace trace() {
        return trace;
    }

    SimServer home() {
        return home;
    }

    Invariants invariants() {
        return invariants;
    }

    Faults faults() {
        return faults;
    }

    /// The start of the oldest state that a controller may still act on.
    Instant oldest() {
        return time.instant().minus(ageMax);
    }
}
