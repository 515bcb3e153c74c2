package dev.archipelago.federation.sync;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.api.authn.UserInfo;
import dev.archipelago.api.cluster.ClusterApi;
import dev.archipelago.api.cluster.DeleteOptions;
import dev.archipelago.api.objects.AnyObject;
import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.api.patch.PatchBody;
import dev.archipelago.apiserver.testing.TestingApiServer;
import dev.archipelago.cluster.kinds.Namespace;
import dev.archipelago.controller.cache.Cache;
import dev.archipelago.controller.cache.Caches;
import dev.archipelago.controller.remote.Kubeconfig;
import dev.archipelago.controller.remote.RemoteClusterApi;
import dev.archipelago.controller.runtime.ControllerMetrics;
import dev.archipelago.controller.runtime.Controllers;
import dev.archipelago.controller.runtime.EventSink;
import dev.archipelago.controller.runtime.SystemTimers;
import dev.archipelago.federation.kinds.Binding;
import dev.archipelago.federation.kinds.Bindings;
import dev.archipelago.federation.kinds.Cluster;
import dev.archipelago.federation.kinds.Names;
import dev.archipelago.federation.match.Templates;
import dev.archipelago.federation.membership.BindingChanges;
import dev.archipelago.federation.membership.Member;
import dev.archipelago.federation.render.Orphaned;
import dev.archipelago.federation.render.Overriding;
import dev.archipelago.federation.render.Renderer;
import dev.archipelago.federation.render.Rendering;
import dev.archipelago.federation.rollout.RevisionHistory;
import dev.archipelago.federation.rollout.Rollouts;
import dev.archipelago.federation.testing.FakeFederation;
import dev.archipelago.federation.testing.FakeMembers;
import dev.archipelago.federation.testing.TestingObjects;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/// A member over HTTPS that has further objects besides the federation's.
class ForeignObjectsIT {
    private static final Kind<AnyObject> MAPS = TestingObjects.kind("v1 ConfigMap", true);
    private static final Key MAP = new Key("shop", "web");
    private static final Key BINDING = new Key("shop", "web-configmap");
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);

    private final FakeFederation federation = new FakeFederation();
    private final BindingChanges changes = new BindingChanges();
    private final Caches caches = new Caches();
    private final SystemTimers timers = new SystemTimers();
    private TestingApiServer server;
    private RemoteClusterApi remote;
    private ClusterApi local;
    private Member member;
    private Controllers controllers;

    @BeforeEach
    void start(@TempDir Path directory) throws Exception {
        server = TestingApiServer.start(directory);
        remote = RemoteClusterApi.connect(Kubeconfig.read(server.kubeconfig()), "federation", "test");
        local = server.server().local(UserInfo.of("people", UserInfo.MASTERS), "people");
        local.create(Namespace.KIND, TestingObjects.tree("metadata: {name: shop}"));
        Cache<Cluster> clusters = federation.caches().of(Cluster.KIND);
        Rendering rendering = new Rendering(new Renderer("sea"), Overriding.NONE, clusters);
        SyncReconciler.Environment world = new SyncReconciler.Environment(
                "sea",
                clusters,
                new Bindings(federation.caches()),
                new Templates(federation.caches()),
                rendering,
                new Rollouts(rendering, clusters, new FakeMembers(), new RevisionHistory(federation.caches())));
        federation.serve(List.of(MAPS));
        federation.put(Cluster.KIND, TestingObjects.cluster("c1"));
        member = new Member("c1", remote, binding -> changes.tellOf("c1", binding));
        member.use(caches);
        controllers = Controllers.start(
                "c1",
                part -> remote,
                caches,
                List.of(new SyncReconciler("c1", world, member, changes::listen, member)),
                timers,
                EventSink.SILENT,
                new ControllerMetrics(new PrometheusRegistry()));
        member.started();
    }

    @AfterEach
    void stop() {
        controllers.close();
        timers.close();
        remote.close();
        server.close();
    }

    private void propagate(String more) {
        federation.put(MAPS, TestingObjects.tree("""
                metadata: {name: web, namespace: shop, uid: u1}
                data: {a: federation}
                """));
        bind(more, "");
        member.follow(MAPS);
        member.whenKnown(MAPS, () -> changes.tellOf("c1", BINDING));
    }

    private void bind(String spec, String metadata) {
        federation.put(Binding.KIND, TestingObjects.tree("""
                        metadata: {name: web-configmap, namespace: shop, uid: b1%s}
                        spec:
                          resource: {apiVersion: v1, kind: ConfigMap, name: web, namespace: shop, uid: u1}
                          clusters: [{name: c1}]%s
                        """.formatted(metadata, spec)));
        changes.tell(BINDING);
    }

    private void foreign(String name, String annotations) {
        local.create(
                MAPS,
                TestingObjects.tree("{metadata: {name: %s, namespace: shop, annotations: {%s}}, data: {a: people}}"
                        .formatted(name, annotations)));
    }

    private String content() {
        return local.get(MAPS, MAP)
                .map(map -> map.tree().at("/data/a").asString(""))
                .orElse("none");
    }

    private Optional<String> label() {
        return local.get(MAPS, MAP).map(map -> map.meta().labels().get(Names.MANAGED_LABEL));
    }

    private void takeLabelAway() {
        ObjectNode patch = Json.object();
        patch.putObject("metadata").putObject("labels").putNull(Names.MANAGED_LABEL);
        local.patch(MAPS, MAP, "", new PatchBody.Merge(patch), false);
    }

    /// The number of caches of the kind, and of objects in them.
    private String cached() {
        List<Cache<?>> all = caches.all(MAPS);
        return all.size() + " caches, "
                + all.stream().mapToInt(cache -> cache.all().size()).sum() + " objects";
    }

    private static void await(BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + PATIENCE_NANOS;
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("it has come about in time").isLessThan(end);
            TimeUnit.MILLISECONDS.sleep(5);
        }
    }

    @Test
    void whatOthersHaveThereIsNotRead() throws Exception {
        for (int i = 0; i < 1000; i++) {
            foreign("other-%03d".formatted(i), "");
        }
        propagate("");

        await(() -> content().equals("federation"));
        await(() -> member.find(MAPS, MAP).isPresent());
        foreign("another", "");
        takeLabelAway();

        await(() -> label().isPresent());
        await(() -> cached().equals("1 caches, 1 objects"));
    }

    @Test
    void whatIsInTheWayIsToldOfAndLeftAloneUntilItGoes() throws Exception {
        foreign("web", "");
        propagate("");

        await(() -> member.problem(BINDING)
                .equals("cluster c1: ConfigMap shop/web is there and was not made by this federation;"
                        + " it is left alone"));
        assertThat(content()).isEqualTo("people");
        assertThat(cached()).isEqualTo("2 caches, 1 objects");

        local.delete(MAPS, MAP, DeleteOptions.NONE);

        await(() -> content().equals("federation"));
        await(() -> member.problem(BINDING).isEmpty());
        await(() -> cached().equals("1 caches, 1 objects"));
    }

    @Test
    void whatIsInTheWayIsTakenOverWhereThePolicySaysSo() throws Exception {
        foreign("web", "");
        propagate("\n  conflictResolution: Overwrite");

        await(() -> content().equals("federation"));
        await(() -> cached().equals("1 caches, 1 objects"));
    }

    /// As released by an earlier version: only the annotation shows it.
    @Test
    void whatWasLetGoIsTakenBackThoughNoLabelTellsOfIt() throws Exception {
        String orphaned = new Orphaned("sea", BINDING.name(), OptionalInt.empty()).text();
        foreign("web", Names.ORPHANED + ": '" + orphaned + '\'');
        String uid = local.get(MAPS, MAP).orElseThrow().uid();
        propagate("");

        await(() -> content().equals("federation"));
        assertThat(local.get(MAPS, MAP).orElseThrow().uid()).isEqualTo(uid);
        await(() -> cached().equals("1 caches, 1 objects"));
    }

    @Test
    void aBindingThatGoesTakesWithItWhatHasLostItsLabel() throws Exception {
        propagate("");
        await(() -> member.find(MAPS, MAP).isPresent());
        bind("\n  suspension: {dispatching: true}", "");
        takeLabelAway();
        await(() -> member.find(MAPS, MAP).isEmpty());
        assertThat(content()).isEqualTo("federation");

        bind("", ", deletionTimestamp: '2026-01-01T00:00:00Z'");

        await(() -> member.isClear(BINDING, "b1"));
        assertThat(content()).isEqualTo("none");
        await(() -> cached().equals("1 caches, 0 objects"));
    }

    @Test
    void aBindingThatGoesLeavesWhatIsNotItsOwn() throws Exception {
        foreign("web", "");
        propagate("");
        await(() -> !member.problem(BINDING).isEmpty());

        bind("", ", deletionTimestamp: '2026-01-01T00:00:00Z'");

        await(() -> member.isClear(BINDING, "b1"));
        assertThat(content()).isEqualTo("people");
        await(() -> cached().equals("1 caches, 0 objects"));
    }
}
