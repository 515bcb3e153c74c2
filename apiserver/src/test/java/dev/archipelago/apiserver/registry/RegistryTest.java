package dev.archipelago.apiserver.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.archipelago.api.authn.UserInfo;
import dev.archipelago.api.cluster.DeleteOptions;
import dev.archipelago.api.cluster.DeleteOptions.Propagation;
import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.Reason;
import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Stored;
import dev.archipelago.api.patch.PatchBody;
import dev.archipelago.api.selector.FieldSelector;
import dev.archipelago.api.selector.LabelSelector;
import dev.archipelago.api.selector.ObjectFilter;
import dev.archipelago.apiserver.admission.Admission;
import dev.archipelago.apiserver.admission.AdmissionRequest;
import dev.archipelago.apiserver.builtin.BuiltinCatalog;
import dev.archipelago.apiserver.catalog.Catalog;
import dev.archipelago.apiserver.catalog.ServedResource;
import dev.archipelago.apiserver.request.Query;
import dev.archipelago.apiserver.request.ReadOptions;
import dev.archipelago.apiserver.request.WriteOptions;
import dev.archipelago.store.KeyValue;
import dev.archipelago.store.Store;
import dev.archipelago.store.embedded.EmbeddedOptions;
import dev.archipelago.store.embedded.EmbeddedStore;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/// The verbs of the registry on a real store, without a server around it.
class RegistryTest {
    private static final ServedResource MAPS =
            new Catalog(BuiltinCatalog.resources()).find("", "v1", "configmaps").orElseThrow();
    private static final ServedResource DEPLOYMENTS = new Catalog(BuiltinCatalog.resources())
            .find("apps", "v1", "deployments")
            .orElseThrow();
    private static final Caller CALLER = new Caller(UserInfo.of("tester", UserInfo.MASTERS), warning -> {});
    private static final WriteOptions WRITE = WriteOptions.by("test", false);
    private static final InstantSource CLOCK = InstantSource.fixed(Instant.parse("2030-01-01T00:00:00Z"));

    @TempDir
    Path directory;

    private final AtomicInteger uids = new AtomicInteger();
    private Consumer<AdmissionRequest> gate = request -> {};
    private Store store;
    private Registry registry;

    @BeforeEach
    void open() {
        store = EmbeddedStore.open(EmbeddedOptions.in(directory)
                .withLibraryDirectory(Path.of("target", "native").toAbsolutePath()));
        Admission admission = new Admission() {
            @Override
            public void validate(AdmissionRequest request) {
                gate.accept(request);
            }
        };
        registry = new Registry(new WriteKit(
                store, admission, Allotments.NONE, CLOCK, () -> "uid-" + uids.incrementAndGet(), new Random(1)));
    }

    @AfterEach
    void close() {
        store.close();
    }

    private static ObjectNode tree(String json) {
        return Json.parse(json.getBytes(StandardCharsets.UTF_8));
    }

    private static ObjectNode map(String name, String metadata, String value) {
        return tree("{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"" + name + "\"" + metadata
                + "},\"data\":{\"k\":\"" + value + "\"}}");
    }

    private static Target target(String name) {
        return new Target(MAPS, "default", name, "");
    }

    private Written create(String name, String metadata) {
        return registry.create(CALLER, MAPS, "default", map(name, metadata, "0"), WRITE);
    }

    private Stored get(String name) {
        return registry.get(MAPS, "default", name, ReadOptions.NONE);
    }

    private boolean exists(String name) {
        try {
            get(name);
            return true;
        } catch (ApiException e) {
            assertThat(e.reason()).isEqualTo(Reason.NOT_FOUND);
            return false;
        }
    }

    private Written merge(String name, String patch) {
        return registry.patch(CALLER, target(name), new PatchBody.Merge(tree(patch)), WRITE);
    }

    private static void assertRefused(Reason reason, Runnable call) {
        assertThatExceptionOfType(ApiException.class)
                .isThrownBy(call::run)
                .satisfies(e -> assertThat(e.reason()).isEqualTo(reason));
    }

    @Test
    void aNameIsGivenOnce() {
        Written made = create("a", "");
        assertThat(made.effect()).isEqualTo(Written.Effect.CREATED);
        assertThat(made.tree().at("/metadata/uid").asString()).isEqualTo("uid-1");
        assertThat(made.tree().at("/metadata/creationTimestamp").asString()).isEqualTo("2030-01-01T00:00:00Z");
        assertThat(made.tree().at("/metadata/resourceVersion").asString())
                .isEqualTo(String.valueOf(made.stored().resourceVersion()));
        assertRefused(Reason.ALREADY_EXISTS, () -> create("a", ""));
    }

    @Test
    void aGeneratedNameThatIsTakenIsTriedAgain() {
        for (int i = 0; i < 50; i++) {
            ObjectNode object = map("x", "", "0");
            ((ObjectNode) object.get("metadata")).remove("name");
            ((ObjectNode) object.get("metadata")).put("generateName", "g-");
            registry.create(CALLER, MAPS, "default", object, WRITE);
        }
        assertThat(registry.list(MAPS, "default", ObjectFilter.everything(), ReadOptions.NONE)
                        .entries())
                .hasSize(50);
    }

    @Test
    void anUpdateOfAnotherVersionIsAConflict() {
        Written made = create("a", "");
        merge("a", "{\"data\":{\"k\":\"1\"}}");
        ObjectNode old = made.tree();
        old.withObjectProperty("data").put("k", "2");
        assertRefused(Reason.CONFLICT, () -> registry.update(CALLER, target("a"), old, WRITE));
        assertThat(get("a").tree().at("/data/k").asString()).isEqualTo("1");
    }

    @Test
    void aWriteThatChangesNothingIsNone() {
        create("a", "");
        long before = get("a").resourceVersion();
        assertThat(merge("a", "{\"data\":{\"k\":\"0\"}}").effect()).isEqualTo(Written.Effect.UNCHANGED);
        assertThat(get("a").resourceVersion()).isEqualTo(before);
    }

    @Test
    void aDryRunLeavesNothing() {
        WriteOptions dry = WriteOptions.by("test", true);
        registry.create(CALLER, MAPS, "default", map("a", "", "0"), dry);
        assertThat(exists("a")).isFalse();
        create("a", "");
        registry.patch(CALLER, target("a"), new PatchBody.Merge(tree("{\"data\":{\"k\":\"1\"}}")), dry);
        assertThat(get("a").tree().at("/data/k").asString()).isEqualTo("0");
    }

    @Test
    void whatAdmissionRefusesIsNotStored() {
        gate = request -> {
            throw new ApiException(Reason.FORBIDDEN, "not here");
        };
        assertRefused(Reason.FORBIDDEN, () -> create("a", ""));
        gate = request -> {};
        assertThat(exists("a")).isFalse();
    }

    @Test
    void patchesAtTheSameTimeAllCount() throws Exception {
        create("a", "");
        int writers = 8;
        CountDownLatch begin = new CountDownLatch(1);
        try (ExecutorService threads = Executors.newFixedThreadPool(writers)) {
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < writers; i++) {
                String patch = "{\"data\":{\"w" + i + "\":\"x\"}}";
                all.add(threads.submit(() -> {
                    begin.await();
                    return merge("a", patch);
                }));
            }
            begin.countDown();
            for (Future<?> one : all) {
                one.get();
            }
        }
        assertThat(get("a").tree().path("data").size()).isEqualTo(writers + 1);
    }

    @Test
    void onlyTheSpecHasGenerations() {
        ObjectNode deployment = tree("""
            {"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"d"},"spec":{"replicas":1,
             "selector":{"matchLabels":{"a":"b"}},"template":{"metadata":{"labels":{"a":"b"}},
             "spec":{"containers":[{"name":"c","image":"i"}]}}}}""");
        registry.create(CALLER, DEPLOYMENTS, "default", deployment, WRITE);
        Target whole = new Target(DEPLOYMENTS, "default", "d", "");
        Target status = new Target(DEPLOYMENTS, "default", "d", "status");
        registry.patch(CALLER, whole, new PatchBody.Merge(tree("{\"spec\":{\"replicas\":2}}")), WRITE);
        registry.patch(CALLER, whole, new PatchBody.Merge(tree("{\"metadata\":{\"labels\":{\"x\":\"y\"}}}")), WRITE);
        registry.patch(
                CALLER,
                status,
                new PatchBody.Merge(tree("{\"spec\":{\"replicas\":9},\"status\":{\"replicas\":2}}")),
                WRITE);
        ObjectNode now =
                registry.get(DEPLOYMENTS, "default", "d", ReadOptions.NONE).tree();
        assertThat(now.at("/metadata/generation").asInt()).isEqualTo(2);
        assertThat(now.at("/spec/replicas").asInt()).isEqualTo(2);
        assertThat(now.at("/status/replicas").asInt()).isEqualTo(2);
    }

    @Test
    void aFinalizerHoldsAnObjectUntilItIsTaken() {
        create("a", ",\"finalizers\":[\"test/hold\"]");
        assertThat(registry.delete(CALLER, target("a"), DeleteOptions.NONE).effect())
                .isEqualTo(Written.Effect.UPDATED);
        assertThat(get("a").tree().at("/metadata/deletionTimestamp").asString()).isEqualTo("2030-01-01T00:00:00Z");
        assertRefused(Reason.INVALID, () -> merge("a", "{\"metadata\":{\"finalizers\":[\"test/hold\",\"test/b\"]}}"));
        assertThat(merge("a", "{\"metadata\":{\"finalizers\":null}}").effect()).isEqualTo(Written.Effect.DELETED);
        assertThat(exists("a")).isFalse();
    }

    @Test
    void aDeleteOfAnotherObjectIsAConflict() {
        create("a", "");
        assertRefused(
                Reason.CONFLICT,
                () -> registry.delete(
                        CALLER,
                        target("a"),
                        new DeleteOptions(false, Optional.empty(), Optional.empty(), "uid-of-another", "")));
        assertRefused(
                Reason.CONFLICT,
                () -> registry.delete(
                        CALLER, target("a"), new DeleteOptions(false, Optional.empty(), Optional.empty(), "", "1")));
        assertThat(exists("a")).isTrue();
    }

    @Test
    void dependentsInTheForegroundHoldTheirOwner() {
        create("a", "");
        DeleteOptions foreground =
                new DeleteOptions(false, Optional.empty(), Optional.of(Propagation.FOREGROUND), "", "");
        assertThat(registry.delete(CALLER, target("a"), foreground).effect()).isEqualTo(Written.Effect.UPDATED);
        assertThat(get("a").tree().at("/metadata/finalizers/0").asString()).isEqualTo("foregroundDeletion");
    }

    @Test
    void pagesAreOfOneMoment() {
        for (int i = 0; i < 7; i++) {
            create("m" + i, "");
        }
        List<String> names = new ArrayList<>();
        Page page = registry.list(MAPS, "default", ObjectFilter.everything(), options("limit=3"));
        assertThat(page.remaining()).hasValue(4);
        registry.delete(CALLER, target("m5"), DeleteOptions.NONE);
        create("m9", "");
        while (true) {
            page.entries().forEach(entry -> names.add(name(entry)));
            if (page.continueToken().isEmpty()) {
                break;
            }
            page = registry.list(
                    MAPS, "default", ObjectFilter.everything(), options("limit=3&continue=" + page.continueToken()));
        }
        assertThat(names).containsExactly("m0", "m1", "m2", "m3", "m4", "m5", "m6");
    }

    private static ReadOptions options(String query) {
        return ReadOptions.parse(Query.parse(query), false);
    }

    private static String name(KeyValue entry) {
        return MAPS.nameOf(entry.key());
    }

    @Test
    void aCollectionGoesByItsFilter() {
        create("a", ",\"labels\":{\"x\":\"1\"}");
        create("b", ",\"labels\":{\"x\":\"2\"}");
        registry.deleteCollection(
                CALLER,
                MAPS,
                "default",
                ObjectFilter.of(LabelSelector.parse("x=1"), FieldSelector.everything()),
                ReadOptions.NONE,
                DeleteOptions.NONE);
        assertThat(exists("a")).isFalse();
        assertThat(exists("b")).isTrue();
    }
}
