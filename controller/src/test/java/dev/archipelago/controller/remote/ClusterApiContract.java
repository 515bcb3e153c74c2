package dev.archipelago.controller.remote;

import static dev.archipelago.controller.testing.Things.CONFIG_MAPS;
import static dev.archipelago.controller.testing.Things.DEPLOYMENTS;
import static dev.archipelago.controller.testing.Things.NAMESPACES;
import static dev.archipelago.controller.testing.Things.PODS;
import static dev.archipelago.controller.testing.Things.configMap;
import static dev.archipelago.controller.testing.Things.json;
import static dev.archipelago.controller.testing.Things.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.archipelago.api.cluster.ClusterApi;
import dev.archipelago.api.cluster.DeleteOptions;
import dev.archipelago.api.cluster.Selection;
import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.Cause;
import dev.archipelago.api.errors.Reason;
import dev.archipelago.api.objects.AnyObject;
import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.api.objects.Stored;
import dev.archipelago.api.patch.PatchBody;
import dev.archipelago.api.selector.LabelSelector;
import dev.archipelago.apiserver.testing.TestingApiServer;
import dev.archipelago.controller.testing.RecordingWatcher;
import dev.archipelago.model.kinds.GroupVersionKind;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The guarantees of the API that controllers rely on, local or remote.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class ClusterApiContract {
    private static final DeleteOptions PLAIN = DeleteOptions.NONE;

    private TestingApiServer server;
    private ClusterApi api;
    private String namespace = "";

    /// A client of the server, with the field manager `tester`.
    protected abstract ClusterApi connect(TestingApiServer server) throws Exception;

    @BeforeAll
    void start(@TempDir Path directory) throws Exception {
        server = TestingApiServer.start(directory);
        api = connect(server);
    }

    @AfterAll
    void stop() throws Exception {
        if (api instanceof AutoCloseable closeable) {
            closeable.close();
        }
        server.close();
    }

    @BeforeEach
    void freshNamespace(TestInfo test) {
        namespace = test.getTestMethod().orElseThrow().getName().toLowerCase(java.util.Locale.ROOT);
        api.create(NAMESPACES, json("{'metadata':{'name':'" + namespace + "'}}"));
    }

    private Key key(String name) {
        return new Key(namespace, name);
    }

    private static ApiException failure(Runnable action) {
        ApiException failure = catchThrowableOfType(ApiException.class, action::run);
        assertThat(failure).as("it should have failed").isNotNull();
        return failure;
    }

    @Test
    void whatIsCreatedCanBeRead() {
        Stored created = api.create(CONFIG_MAPS, configMap(namespace, "one"));

        AnyObject found = api.get(CONFIG_MAPS, key("one")).orElseThrow();

        assertThat(found.resourceVersion()).isEqualTo(created.resourceVersion());
        assertThat(found.tree()).isEqualTo(created.tree());
        assertThat(found.stored().json()).isEqualTo(created.json());
        assertThat(found.tree().at("/metadata/resourceVersion").asString()).isEqualTo("" + created.resourceVersion());
        assertThat(Json.parse(found.stored().bytes())).isEqualTo(found.tree());
        assertThat(found.tree().at("/metadata/managedFields/0/manager").asString())
                .isEqualTo("tester");
    }

    @Test
    void anUpdateThatChangesNothingIsNotStored() {
        api.create(PODS, pod(namespace, "one"));
        AnyObject before = api.get(PODS, key("one")).orElseThrow();
        ObjectNode same = before.tree().deepCopy();
        long grace = same.at("/spec/terminationGracePeriodSeconds").asLong();
        same.withObjectProperty("spec").put("terminationGracePeriodSeconds", grace);

        assertThat(api.update(PODS, same, "").resourceVersion()).isEqualTo(before.resourceVersion());
    }

    @Test
    void whatIsNotThereIsNotFound() {
        assertThat(api.get(CONFIG_MAPS, key("none"))).isEmpty();
        assertThat(failure(() -> api.delete(CONFIG_MAPS, key("none"), PLAIN)).reason())
                .isEqualTo(Reason.NOT_FOUND);
    }

    @Test
    void aKindThatIsNotServedIsAnError() {
        Kind<AnyObject> unknown = AnyObject.kind(GroupVersionKind.of("nobody.dev/v1", "Thing"), "things", true);

        assertThat(failure(() -> api.get(unknown, key("x"))).reason()).isEqualTo(Reason.NOT_FOUND);
        assertThat(failure(() -> api.list(unknown)).reason()).isEqualTo(Reason.NOT_FOUND);
        assertThat(failure(() -> api.watch(unknown, 1, new RecordingWatcher())).reason())
                .isEqualTo(Reason.NOT_FOUND);
    }

    @Test
    void aListHasAllAtOneRevision() {
        ClusterApi local = LocalClusterApiIT.local(server);
        long last = 0;
        for (int i = 0; i < 1003; i++) {
            last = local.create(CONFIG_MAPS, configMap(namespace, "m%04d".formatted(i)))
                    .resourceVersion();
        }

        ClusterApi.Listing<AnyObject> listing = api.list(CONFIG_MAPS);

        List<AnyObject> mine = listing.objects().stream()
                .filter(object -> object.namespace().equals(namespace))
                .toList();
        assertThat(mine).hasSize(1003).isSortedAccordingTo((a, b) -> a.key().compareTo(b.key()));
        assertThat(listing.resourceVersion()).isEqualTo(last);
        assertThat(mine.getLast().resourceVersion()).isEqualTo(last);
        assertThat(mine.getFirst().tree().path("kind").asString()).isEqualTo("ConfigMap");
        assertThat(mine.getFirst().tree().path("apiVersion").asString()).isEqualTo("v1");
    }

    @Test
    void aWatchTellsEveryChangeAfterARevisionInOrder() {
        long before = api.create(CONFIG_MAPS, configMap(namespace, "old")).resourceVersion();
        RecordingWatcher watcher = new RecordingWatcher();
        ClusterApi.Subscription watch = api.watch(CONFIG_MAPS, before, watcher);

        long created = api.create(CONFIG_MAPS, configMap(namespace, "new")).resourceVersion();
        long changed = api.patch(CONFIG_MAPS, key("new"), "", merge("{'data':{'a':'2'}}"), false)
                .resourceVersion();
        api.delete(CONFIG_MAPS, key("new"), PLAIN);
        String removed = "removed new@";

        assertThat(watcher.nextChange()).isEqualTo("changed new@" + created);
        assertThat(watcher.nextChange()).isEqualTo("changed new@" + changed);
        String third = watcher.nextChange();
        assertThat(third).startsWith(removed);
        assertThat(Long.parseLong(third.substring(removed.length()))).isGreaterThan(changed);

        RecordingWatcher later = new RecordingWatcher();
        ClusterApi.Subscription second = api.watch(CONFIG_MAPS, created, later);
        assertThat(later.nextChange()).as("what went by is told too").isEqualTo("changed new@" + changed);
        watch.close();
        second.close();
    }

    @Test
    void onlyWhatIsSelectedIsListed() {
        api.create(CONFIG_MAPS, labelled("one", "app", "web"));
        api.create(CONFIG_MAPS, labelled("two", "app", "db"));
        api.create(CONFIG_MAPS, configMap(namespace, "three"));
        api.create(CONFIG_MAPS, json("""
                {'metadata':{'namespace':'default','name':'%s','labels':{'app':'web'}}}""".formatted(namespace)));

        assertThat(names(WEB)).containsExactly("default/" + namespace, namespace + "/one");
        assertThat(names(WEB.within(namespace))).containsExactly(namespace + "/one");
        assertThat(names(Selection.in(namespace)))
                .containsExactly(namespace + "/one", namespace + "/three", namespace + "/two");
        assertThat(names(Selection.of(key("two")))).containsExactly(namespace + "/two");
        assertThat(names(Selection.labelled(LabelSelector.parse("app in (web,db), app!=web"))
                        .within(namespace)))
                .containsExactly(namespace + "/two");
        assertThat(names(Selection.in("nowhere"))).isEmpty();
        api.deleteAll(CONFIG_MAPS, namespace);
        api.delete(CONFIG_MAPS, new Key("default", namespace), PLAIN);
    }

    private static final Selection WEB = Selection.labelled(LabelSelector.exactly(Map.of("app", "web")));

    private List<String> names(Selection selection) {
        return api.list(CONFIG_MAPS, selection).objects().stream()
                .map(object -> object.key().toString())
                .toList();
    }

    private ObjectNode labelled(String name, String label, String value) {
        ObjectNode object = configMap(namespace, name);
        object.withObjectProperty("metadata").withObjectProperty("labels").put(label, value);
        return object;
    }

    @Test
    void aLongListOfWhatIsSelectedHasNothingElse() {
        ClusterApi local = LocalClusterApiIT.local(server);
        for (int i = 0; i < 1100; i++) {
            String app = i % 2 == 0 ? "web" : "db";
            local.create(CONFIG_MAPS, labelled("m%04d".formatted(i), "app", app));
        }

        List<AnyObject> found = api.list(CONFIG_MAPS, WEB.within(namespace)).objects();

        assertThat(found).hasSize(550);
        assertThat(found).allMatch(object -> "web".equals(object.meta().labels().get("app")));
        api.deleteAll(CONFIG_MAPS, namespace);
    }

    @Test
    void aWatchTellsWhatBeginsAndWhatEndsToBeSelected() {
        api.create(CONFIG_MAPS, labelled("one", "app", "db"));
        long before = api.create(CONFIG_MAPS, labelled("two", "app", "web")).resourceVersion();
        RecordingWatcher watcher = new RecordingWatcher();
        ClusterApi.Subscription watch = api.watch(CONFIG_MAPS, WEB.within(namespace), before, watcher);

        api.patch(CONFIG_MAPS, key("one"), "", merge("{'data':{'a':'2'}}"), false);
        long begins = relabel("one", "'web'");
        long other = relabel("two", "'db'");
        api.patch(CONFIG_MAPS, key("two"), "", merge("{'data':{'a':'2'}}"), false);
        long ends = relabel("one", "null");
        long again = relabel("two", "'web'");
        api.delete(CONFIG_MAPS, key("one"), PLAIN);
        api.delete(CONFIG_MAPS, key("two"), PLAIN);

        assertThat(watcher.nextChange()).isEqualTo("changed one@" + begins);
        assertThat(watcher.nextChange()).isEqualTo("removed two@" + other);
        assertThat(watcher.nextChange()).isEqualTo("removed one@" + ends);
        assertThat(watcher.nextChange()).isEqualTo("changed two@" + again);
        assertThat(watcher.nextChange()).startsWith("removed two@");
        watch.close();
    }

    private long relabel(String name, String value) {
        return api.patch(
                        CONFIG_MAPS, key(name), "", merge("{'metadata':{'labels':{'app':%s}}}".formatted(value)), false)
                .resourceVersion();
    }

    @Test
    void oneObjectCanBeWatchedByItsName() {
        long before = api.create(CONFIG_MAPS, configMap(namespace, "one-more")).resourceVersion();
        RecordingWatcher watcher = new RecordingWatcher();
        ClusterApi.Subscription watch = api.watch(CONFIG_MAPS, Selection.of(key("one")), before, watcher);

        api.patch(CONFIG_MAPS, key("one-more"), "", merge("{'data':{'a':'2'}}"), false);
        long created = api.create(CONFIG_MAPS, configMap(namespace, "one")).resourceVersion();
        api.delete(CONFIG_MAPS, key("one"), PLAIN);

        assertThat(watcher.nextChange()).isEqualTo("changed one@" + created);
        assertThat(watcher.nextChange()).startsWith("removed one@");
        watch.close();
    }

    @Test
    void aWatchFromARevisionThatIsForgottenIsExpired() {
        long old = api.create(CONFIG_MAPS, configMap(namespace, "one")).resourceVersion();
        api.create(CONFIG_MAPS, configMap(namespace, "two"));
        server.store().compact(server.store().observedRevision());

        assertThat(endOfWatch(old)).isEqualTo("ended EXPIRED");
    }

    private String endOfWatch(long after) {
        RecordingWatcher watcher = new RecordingWatcher();
        try {
            api.watch(CONFIG_MAPS, after, watcher);
        } catch (ApiException e) {
            return "ended " + e.reason();
        }
        return watcher.nextChange();
    }

    @Test
    void creatingTwiceFails() {
        api.create(CONFIG_MAPS, configMap(namespace, "one"));

        ApiException failure = failure(() -> api.create(CONFIG_MAPS, configMap(namespace, "one")));

        assertThat(failure.reason()).isEqualTo(Reason.ALREADY_EXISTS);
        assertThat(failure.details().name()).isEqualTo("one");
        assertThat(failure).hasMessage("configmaps \"one\" already exists");
    }

    @Test
    void whatIsNotValidIsRefusedFieldByField() {
        ApiException failure = failure(() -> api.create(CONFIG_MAPS, configMap(namespace, "No_Good")));

        assertThat(failure.reason()).isEqualTo(Reason.INVALID);
        assertThat(failure.details().causes()).extracting(Cause::field).containsExactly("metadata.name");
    }

    @Test
    void anUpdateOfAnOldVersionIsAConflict() {
        ObjectNode first = api.create(CONFIG_MAPS, configMap(namespace, "one")).tree();
        ObjectNode second = first.deepCopy();
        ((ObjectNode) second.get("data")).put("a", "2");

        assertThat(api.update(CONFIG_MAPS, second, "").tree().at("/data/a").asString())
                .isEqualTo("2");
        ((ObjectNode) first.get("data")).put("a", "3");
        ApiException failure = failure(() -> api.update(CONFIG_MAPS, first, ""));
        assertThat(failure.reason()).isEqualTo(Reason.CONFLICT);
        assertThat(failure.details().name()).isEqualTo("one");
    }

    @Test
    void anUpdateOfTheStatusLeavesTheRest() {
        ObjectNode pod = api.create(PODS, pod(namespace, "one")).tree();
        pod.putObject("status").put("phase", "Running");
        ((ObjectNode) pod.at("/spec")).put("priority", 5);

        JsonNode updated = api.update(PODS, pod, "status").tree();

        assertThat(updated.at("/status/phase").asString()).isEqualTo("Running");
        assertThat(updated.at("/spec/priority").asInt()).isZero();
    }

    @Test
    void patchesComeInFourForms() {
        api.create(DEPLOYMENTS, json("""
                {'metadata':{'namespace':'%s','name':'d'},'spec':{'selector':{'matchLabels':{'a':'b'}},
                 'template':{'metadata':{'labels':{'a':'b'}},'spec':{'containers':[{'name':'c','image':'one'}]}}}}""".formatted(namespace)));

        api.patch(DEPLOYMENTS, key("d"), "", merge("{'spec':{'replicas':2}}"), false);
        api.patch(
                DEPLOYMENTS,
                key("d"),
                "",
                new PatchBody.Operations(json("{'x':[{'op':'add','path':'/metadata/labels','value':{'x':'y'}}]}")
                        .get("x")),
                false);
        api.patch(
                DEPLOYMENTS,
                key("d"),
                "",
                new PatchBody.Strategic(
                        json("{'spec':{'template':{'spec':{'containers':[{'name':'side','image':'two'}]}}}}")),
                false);
        api.patch(DEPLOYMENTS, key("d"), "status", merge("{'status':{'replicas':7}}"), false);

        JsonNode result = api.get(DEPLOYMENTS, key("d")).orElseThrow().tree();
        assertThat(result.at("/spec/replicas").asInt()).isEqualTo(2);
        assertThat(result.at("/metadata/labels/x").asString()).isEqualTo("y");
        assertThat(result.at("/spec/template/spec/containers")).hasSize(2);
        assertThat(result.at("/status/replicas").asInt()).isEqualTo(7);
    }

    @Test
    void anApplyTakesFieldsOfOthersOnlyByForce() {
        ClusterApi other =
                server.server().local(dev.archipelago.api.authn.UserInfo.of("other", "system:masters"), "other");
        other.patch(CONFIG_MAPS, key("one"), "", apply("theirs"), false);

        ApiException failure = failure(() -> api.patch(CONFIG_MAPS, key("one"), "", apply("mine"), false));
        assertThat(failure.reason()).isEqualTo(Reason.CONFLICT);
        assertThat(failure.details().causes()).extracting(Cause::reason).containsExactly("FieldManagerConflict");
        Stored forced = api.patch(CONFIG_MAPS, key("one"), "", apply("mine"), true);
        assertThat(forced.tree().at("/data/a").asString()).isEqualTo("mine");
    }

    private static PatchBody merge(String json) {
        return new PatchBody.Merge(json(json));
    }

    private PatchBody apply(String value) {
        ObjectNode configuration = configMap(namespace, "one");
        ((ObjectNode) configuration.get("data")).put("a", value);
        return new PatchBody.Apply(configuration);
    }

    @Test
    void aDeleteIsOfOneObjectOnly() {
        Stored created = api.create(CONFIG_MAPS, configMap(namespace, "one"));
        String uid = created.tree().at("/metadata/uid").asString();

        assertThat(failure(() -> api.delete(CONFIG_MAPS, key("one"), of("another", "")))
                        .reason())
                .isEqualTo(Reason.CONFLICT);
        assertThat(failure(() -> api.delete(CONFIG_MAPS, key("one"), of("", "1")))
                        .reason())
                .isEqualTo(Reason.CONFLICT);
        assertThat(api.delete(CONFIG_MAPS, key("one"), of(uid, "" + created.resourceVersion())))
                .isEmpty();
        assertThat(api.get(CONFIG_MAPS, key("one"))).isEmpty();
    }

    private static DeleteOptions of(String uid, String resourceVersion) {
        return new DeleteOptions(false, Optional.empty(), Optional.empty(), uid, resourceVersion);
    }

    @Test
    void aDeleteThatHasToWaitLeavesTheObject() {
        ObjectNode held = configMap(namespace, "held");
        ((ObjectNode) held.get("metadata")).putArray("finalizers").add("test.dev/hold");
        api.create(CONFIG_MAPS, held);
        api.create(CONFIG_MAPS, configMap(namespace, "foreground"));
        DeleteOptions foreground =
                new DeleteOptions(false, Optional.empty(), Optional.of(DeleteOptions.Propagation.FOREGROUND), "", "");

        Stored left = api.delete(CONFIG_MAPS, key("held"), PLAIN).orElseThrow();
        Stored other = api.delete(CONFIG_MAPS, key("foreground"), foreground).orElseThrow();

        assertThat(left.tree().at("/metadata/deletionTimestamp").asString()).isNotEmpty();
        assertThat(left.resourceVersion())
                .isEqualTo(api.get(CONFIG_MAPS, key("held"))
                        .map(ApiObject::resourceVersion)
                        .orElseThrow());
        assertThat(other.tree().at("/metadata/finalizers/0").asString()).isEqualTo("foregroundDeletion");
    }

    @Test
    void aPodOnANodeGoesWithGrace() {
        api.create(PODS, pod(namespace, "one"));
        api.bind(key("one"), json("{'target':{'kind':'Node','name':'n1'}}"));
        assertThat(api.get(PODS, key("one"))
                        .orElseThrow()
                        .tree()
                        .at("/spec/nodeName")
                        .asString())
                .isEqualTo("n1");

        Stored left = api.delete(PODS, key("one"), PLAIN).orElseThrow();
        assertThat(left.tree().at("/metadata/deletionGracePeriodSeconds").asInt())
                .isEqualTo(30);
        DeleteOptions now = new DeleteOptions(false, Optional.of(0L), Optional.empty(), "", "");
        assertThat(api.delete(PODS, key("one"), now)).isEmpty();
        assertThat(api.get(PODS, key("one"))).isEmpty();
    }

    @Test
    void everyKindThatLivesIsToldOnce() {
        List<Kind<AnyObject>> kinds = api.kinds();

        assertThat(kinds).doesNotHaveDuplicates().contains(CONFIG_MAPS, DEPLOYMENTS, NAMESPACES, PODS);
        assertThat(kinds).extracting(Kind::resource).doesNotContain("bindings", "tokenreviews");
        assertThat(kinds.stream().filter(kind -> kind.name().equals("StatefulSet")))
                .hasSize(1);
        assertThat(kinds.get(kinds.indexOf(CONFIG_MAPS)).namespaced()).isTrue();
        assertThat(kinds.get(kinds.indexOf(NAMESPACES)).namespaced()).isFalse();
    }

    @Test
    void theServerSaysItsVersion() {
        assertThat(api.version()).matches("v1\\.\\d+\\..*");
    }

    @Test
    void aNamespaceCanBeEmptied() {
        api.create(CONFIG_MAPS, configMap(namespace, "one"));
        api.create(CONFIG_MAPS, configMap("default", "other"));
        assertThat(api.hasAny(CONFIG_MAPS, namespace)).isTrue();

        api.deleteAll(CONFIG_MAPS, namespace);

        assertThat(api.hasAny(CONFIG_MAPS, namespace)).isFalse();
        assertThat(api.hasAny(CONFIG_MAPS, "default")).isTrue();
    }
}
