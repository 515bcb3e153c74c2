package dev.archipelago.federation.membership;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.api.authn.UserInfo;
import dev.archipelago.api.cluster.ClusterApi;
import dev.archipelago.api.cluster.DeleteOptions;
import dev.archipelago.api.objects.AnyObject;
import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.apiserver.testing.TestingApiServer;
import dev.archipelago.cluster.kinds.Namespace;
import dev.archipelago.controller.cache.Caches;
import dev.archipelago.controller.remote.Kubeconfig;
import dev.archipelago.controller.remote.RemoteClusterApi;
import dev.archipelago.federation.kinds.Binding;
import dev.archipelago.federation.testing.TestingObjects;
import dev.archipelago.federation.workload.Template;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The pods of a federated StatefulSet in a member over HTTPS.
class RelatedObjectsIT {
    private static final Kind<AnyObject> PODS = TestingObjects.kind("v1 Pod", true);
    private static final Key BINDING = new Key("shop", "web-statefulset");
    private static final Follower STATUS = new Follower("status", BINDING);
    private static final Follower OTHER = new Follower("other", new Key("shop", "other"));
    private static final Template SET =
            TestingObjects.template("apps/v1 StatefulSet", "spec: {selector: {matchLabels: {app: web}}}");
    private static final Related SELECTED = Related.selectedBy(SET, PODS).orElseThrow();

    private final BlockingQueue<Key> told = new LinkedBlockingQueue<>();
    private final Caches caches = new Caches();
    private TestingApiServer server;
    private RemoteClusterApi remote;
    private ClusterApi local;
    private Member member;

    @BeforeEach
    void connect(@TempDir Path directory) throws Exception {
        server = TestingApiServer.start(directory);
        remote = RemoteClusterApi.connect(Kubeconfig.read(server.kubeconfig()), "federation", "test");
        local = server.server().local(UserInfo.of("kubelet", UserInfo.MASTERS), "kubelet");
        local.create(Namespace.KIND, TestingObjects.tree("metadata: {name: shop}"));
        member = new Member("c1", remote, told::add);
        member.use(caches);
        caches.start(remote, task -> Thread.ofVirtual().start(task));
        member.started();
    }

    @AfterEach
    void close() {
        caches.close();
        remote.close();
        server.close();
    }

    private void pod(String name, String labels) {
        local.create(PODS, TestingObjects.tree("""
                        metadata: {name: %s, namespace: shop, labels: {%s}}
                        spec: {containers: [{name: c, image: i}]}
                        """.formatted(name, labels)));
    }

    private void delete(String name) {
        local.delete(PODS, new Key("shop", name), new DeleteOptions(false, Optional.of(0L), Optional.empty(), "", ""));
    }

    /// Waits until the binding was announced and the pods are as expected.
    private void awaitPods(String... names) throws InterruptedException {
        Optional<List<String>> seen = names();
        while (!seen.equals(Optional.of(List.of(names)))) {
            assertThat(told.poll(30, TimeUnit.SECONDS))
                    .as("told of a change; seen so far: %s", seen)
                    .isNotNull();
            seen = names();
        }
    }

    private Optional<List<String>> names() {
        return member.related(SELECTED)
                .map(pods -> pods.stream().map(AnyObject::name).toList());
    }

    @Test
    void podsOfASetAreFollowedWhileSomebodyAsks() throws Exception {
        pod("web-c1-0", "app: web");
        pod("db-0", "app: db");
        assertThat(names()).as("nobody has asked").isEmpty();
        assertThat(caches.all()).isEmpty();

        member.follow(STATUS, Set.of(SELECTED));
        awaitPods("web-c1-0");
        assertThat(told).isSubsetOf(BINDING);

        pod("web-c1-1", "app: web");
        awaitPods("web-c1-0", "web-c1-1");
        pod("db-1", "app: db");
        delete("web-c1-0");
        awaitPods("web-c1-1");

        member.follow(OTHER, Set.of(SELECTED));
        member.follow(STATUS, Set.of());
        assertThat(names()).as("the other still asks").contains(List.of("web-c1-1"));
        told.clear();
        pod("web-c1-2", "app: web");
        awaitPods("web-c1-1", "web-c1-2");
        assertThat(told).isSubsetOf(OTHER.binding());

        member.follow(OTHER, Set.of());
        assertThat(names()).as("nobody asks any more").isEmpty();
        assertThat(caches.all()).isEmpty();
    }

    @Test
    void aBindingThatGoesFollowsNothing() throws Exception {
        member.follow(STATUS, Set.of(SELECTED));
        awaitPods();

        member.forget(TestingObjects.read(
                Binding.KIND,
                "{metadata: {name: %s, namespace: %s}, spec: {resource: {uid: u1}}}"
                        .formatted(BINDING.name(), BINDING.namespace())));

        assertThat(caches.all()).isEmpty();
    }

    @Test
    void theyAreFollowedOverAnotherConnectionToo() throws Exception {
        member.follow(STATUS, Set.of(SELECTED));
        awaitPods();
        caches.close();
        try (Caches fresh = new Caches()) {
            member.use(fresh);
            assertThat(fresh.all())
                    .as("whoever starts the caches does not wait for these")
                    .isEmpty();
            fresh.start(remote, task -> Thread.ofVirtual().start(task));
            member.started();
            pod("web-c1-0", "app: web");
            awaitPods("web-c1-0");
        }
    }

    @Test
    void oneObjectCanBeFollowedByItsName() throws Exception {
        pod("web", "a: b");
        Related one = Related.named(PODS, new Key("shop", "web"));

        member.follow(STATUS, Set.of(one));

        while (member.related(one).isEmpty()) {
            assertThat(told.poll(30, TimeUnit.SECONDS)).isEqualTo(BINDING);
        }
        assertThat(member.related(one).orElseThrow())
                .extracting(ApiObject::name)
                .containsExactly("web");
    }

    @Test
    void noMoreAreWatchedThanThereAreWatchesFor() {
        Caches idle = new Caches();
        Member other = new Member("c2", remote, told::add);
        other.use(idle);
        other.started();
        for (int i = 0; i <= RelatedObjects.WATCHES_MAX; i++) {
            other.follow(follower(i), Set.of(Related.named(PODS, new Key("shop", "p" + i))));
        }
        Related last = Related.named(PODS, new Key("shop", "p" + RelatedObjects.WATCHES_MAX));
        assertThat(idle.all()).hasSize(RelatedObjects.WATCHES_MAX);
        assertThat(idle.find(PODS, last.selection())).isEmpty();

        other.follow(follower(0), Set.of());

        assertThat(idle.all()).hasSize(RelatedObjects.WATCHES_MAX);
        assertThat(idle.find(PODS, last.selection())).isPresent();
    }

    private static Follower follower(int number) {
        return new Follower("status", new Key("shop", "b" + number));
    }

    @Test
    void aTemplateWithoutASelectorHasNone() {
        assertThat(Related.selectedBy(TestingObjects.template("v1 ConfigMap", "data: {a: b}"), PODS))
                .isEmpty();
    }
}
