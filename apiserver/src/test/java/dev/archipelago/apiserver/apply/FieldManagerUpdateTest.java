package dev.archipelago.apiserver.apply;

import static dev.archipelago.api.patch.TestingJson.json;
import static dev.archipelago.api.patch.TestingJson.object;
import static dev.archipelago.apiserver.apply.TestingManagedFields.T0;
import static dev.archipelago.apiserver.apply.TestingManagedFields.T1;
import static dev.archipelago.apiserver.apply.TestingManagedFields.T2;
import static dev.archipelago.apiserver.apply.TestingManagedFields.owners;
import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.model.schema.Struct;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

class FieldManagerUpdateTest {
    private static final Struct SCHEMA = TestingKinds.CONFIG_MAP;
    private static final Manager ALICE = Manager.of("alice", "v1");
    private static final Manager BOB = Manager.of("bob", "v1");

    private static ObjectNode configMap(String fields) {
        return object("{apiVersion: 'v1', kind: 'ConfigMap', metadata: {name: 'a', uid: 'u'}, " + fields + "}");
    }

    private static ObjectNode write(@Nullable ObjectNode live, ObjectNode updated, Manager manager, Instant now) {
        FieldManager.update(live, updated, SCHEMA, manager, now);
        return updated;
    }

    @Test
    void creatorOwnsEverythingButWhatTheServerWrites() {
        ObjectNode created = write(null, configMap("data: {x: '1'}"), ALICE, T0);

        assertThat(created.path("metadata").path("managedFields")).isEqualTo(json("""
                [{manager: 'alice', operation: 'Update', apiVersion: 'v1', time: '2026-01-01T00:00:00Z',
                  fieldsType: 'FieldsV1', fieldsV1: {'f:data': {'.': {}, 'f:x': {}}}}]"""));
    }

    @Test
    void writerTakesWhatItChanges() {
        ObjectNode live = write(null, configMap("data: {x: '1', y: '1', z: '1'}"), ALICE, T0);
        ObjectNode updated = write(live, configMap("data: {x: '2', y: '1', w: '1'}"), BOB, T1);

        assertThat(owners(updated))
                .containsExactly(
                        "alice Update 2026-01-01T00:00:00Z {\"f:data\":{\".\":{},\"f:y\":{}}}",
                        "bob Update 2026-01-01T00:00:01Z {\"f:data\":{\"f:w\":{},\"f:x\":{}}}");
    }

    @Test
    void writerOfItsOwnFieldsOnlyGetsANewTime() {
        ObjectNode live = write(null, configMap("data: {x: '1'}"), ALICE, T0);
        ObjectNode updated = write(live, configMap("data: {x: '2'}"), ALICE, T1);

        assertThat(owners(updated))
                .containsExactly("alice Update 2026-01-01T00:00:01Z {\"f:data\":{\".\":{},\"f:x\":{}}}");
    }

    @Test
    void whatIsRemovedBelongsToNobodyAndChangesNoTime() {
        ObjectNode live = write(null, configMap("data: {x: '1', y: '1'}"), ALICE, T0);
        ObjectNode updated = write(live, configMap("data: {x: '1'}"), BOB, T1);

        assertThat(owners(updated))
                .containsExactly("alice Update 2026-01-01T00:00:00Z {\"f:data\":{\".\":{},\"f:x\":{}}}");
    }

    @Test
    void managerThatLostEverythingIsGone() {
        ObjectNode live = write(null, configMap("data: {x: '1'}"), ALICE, T0);
        ObjectNode updated = write(live, configMap("immutable: true"), BOB, T1);

        assertThat(owners(updated)).containsExactly("bob Update 2026-01-01T00:00:01Z {\"f:immutable\":{}}");
    }

    @Test
    void updateWithoutChangeLeavesManagedFieldsAsTheyAre() {
        ObjectNode live = write(null, configMap("data: {x: '1'}"), ALICE, T0);
        ObjectNode updated = configMap("data: {x: '1'}");
        updated.withObjectProperty("metadata").put("resourceVersion", "7").put("generation", 3);

        write(live, updated, BOB, T1);

        assertThat(managedFields(updated)).isEqualTo(managedFields(live));
    }

    @Test
    void liveObjectThatSharesItsMetadataIsLeftAlone() {
        ObjectNode live = write(null, configMap("data: {x: '1'}"), ALICE, T0);
        ObjectNode copy = live.deepCopy();
        ObjectNode updated = object("{}").setAll(live);
        updated.set("data", json("{x: '2'}"));

        write(live, updated, BOB, T1);

        assertThat(live).isEqualTo(copy);
        assertThat(owners(updated)).hasSize(2);
    }

    @Test
    void otherVersionsAndSubresourcesOfAManagerHaveTheirOwnEntries() {
        ObjectNode live = write(null, configMap("data: {x: '1'}"), ALICE, T0);
        live = write(live, configMap("data: {x: '1', y: '1'}"), Manager.of("alice", "v2"), T1);
        live = write(live, configMap("data: {x: '1', y: '1', z: '1'}"), new Manager("alice", "v1", "status"), T2);

        assertThat(managedFields(live)).isEqualTo(json("""
                [{manager: 'alice', operation: 'Update', apiVersion: 'v1', time: '2026-01-01T00:00:00Z',
                  fieldsType: 'FieldsV1', fieldsV1: {'f:data': {'.': {}, 'f:x': {}}}},
                 {manager: 'alice', operation: 'Update', apiVersion: 'v2', time: '2026-01-01T00:00:01Z',
                  fieldsType: 'FieldsV1', fieldsV1: {'f:data': {'f:y': {}}}},
                 {manager: 'alice', operation: 'Update', apiVersion: 'v1', time: '2026-01-01T00:00:02Z',
                  fieldsType: 'FieldsV1', fieldsV1: {'f:data': {'f:z': {}}}, subresource: 'status'}]"""));
    }

    @Test
    void ignoredFieldsAreNotRecorded() {
        ObjectNode live = write(null, configMap("data: {x: '1'}, immutable: false"), ALICE, T0);
        ObjectNode updated = configMap("data: {x: '2'}, immutable: true");

        FieldManager.update(live, updated, SCHEMA, BOB, FieldSet.ofFields("data"), T1);

        assertThat(owners(updated))
                .containsExactly(
                        "alice Update 2026-01-01T00:00:00Z {\"f:data\":{\".\":{},\"f:x\":{}}}",
                        "bob Update 2026-01-01T00:00:01Z {\"f:immutable\":{}}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "[{}]"})
    void clientStopsTheTrackingWithAnEmptyList(String reset) {
        ObjectNode live = write(null, configMap("data: {x: '1'}"), ALICE, T0);
        ObjectNode updated = configMap("data: {x: '2'}");
        updated.withObjectProperty("metadata").set("managedFields", json(reset));

        write(live, updated, BOB, T1);
        assertThat(managedFields(updated)).isNull();

        ObjectNode again = write(updated, configMap("data: {x: '3'}"), BOB, T2);
        assertThat(managedFields(again)).as("still not tracked").isNull();
    }

    @Test
    void clientMayRewriteEntries() {
        ObjectNode live = write(null, configMap("data: {x: '1', y: '1'}"), ALICE, T0);
        ObjectNode updated = configMap("data: {x: '1', y: '2'}");
        updated.withObjectProperty("metadata").set("managedFields", json("""
                [{manager: 'carol', operation: 'Apply', apiVersion: 'v1', time: '2026-01-01T00:00:00Z',
                  fieldsType: 'FieldsV1', fieldsV1: {'f:data': {'f:y': {}, 'f:x': {}}}}]"""));

        write(live, updated, BOB, T1);

        assertThat(owners(updated))
                .containsExactly(
                        "carol Apply 2026-01-01T00:00:00Z {\"f:data\":{\"f:x\":{}}}",
                        "bob Update 2026-01-01T00:00:01Z {\"f:data\":{\"f:y\":{}}}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[{manager: 'x', operation: 'Delete', apiVersion: 'v1', fieldsType: 'FieldsV1', fieldsV1: {}}]",
                "[{manager: 'x', operation: 'Apply', fieldsType: 'FieldsV1', fieldsV1: {'f:data': {}}}]",
                "[{manager: 'x', operation: 'Apply', apiVersion: 'v1', fieldsV1: {'f:data': {}}}]",
                "[{manager: 'x', operation: 'Apply', apiVersion: 'v1', fieldsType: 'FieldsV1', fieldsV1: {data: {}}}]",
                "[1]",
                "[{manager: 'x', operation: 'Apply', apiVersion: 'v1', fieldsType: 'FieldsV1', fieldsV1: {}}]",
                "'x'"
            })
    void entriesThatMakeNoSenseCountAsUnchanged(String written) {
        ObjectNode live = write(null, configMap("data: {x: '1'}"), ALICE, T0);
        ObjectNode updated = configMap("data: {x: '1'}");
        updated.withObjectProperty("metadata").set("managedFields", json(written));

        write(live, updated, BOB, T1);

        assertThat(managedFields(updated)).isEqualTo(managedFields(live));
    }

    @Test
    void subresourceWritesCannotRewriteEntries() {
        ObjectNode live = write(null, configMap("data: {x: '1'}"), ALICE, T0);
        ObjectNode updated = configMap("data: {x: '1'}");
        updated.withObjectProperty("metadata").set("managedFields", json("[]"));

        write(live, updated, new Manager("bob", "v1", "status"), T1);

        assertThat(managedFields(updated)).isEqualTo(managedFields(live));
    }

    @Test
    void oldestUpdatersAreFoldedTogether() {
        ObjectNode live = write(null, configMap("data: {base: '0'}"), Manager.of("m00", "v1"), T0);
        for (int i = 1; i <= 12; i++) {
            ObjectNode next = live.deepCopy();
            next.withObjectProperty("data").put("k%02d".formatted(i), "1");
            live = write(live, next, Manager.of("m%02d".formatted(i), "v1"), T0.plusSeconds(i));
        }

        assertThat(owners(live))
                .hasSize(10)
                .startsWith(
                        "ancient-changes Update 2026-01-01T00:00:03Z {\"f:data\":{\".\":{},\"f:base\":{},\"f:k01\":{},\"f:k02\":{},\"f:k03\":{}}}",
                        "m04 Update 2026-01-01T00:00:04Z {\"f:data\":{\"f:k04\":{}}}");
    }

    @Test
    void updatersOfOtherVersionsAreNotFoldedIn() {
        ObjectNode live = write(null, configMap("data: {base: '0'}"), Manager.of("old", "v0"), T0);
        for (int i = 1; i <= 11; i++) {
            ObjectNode next = live.deepCopy();
            next.withObjectProperty("data").put("k%02d".formatted(i), "1");
            live = write(live, next, Manager.of("m%02d".formatted(i), "v1"), T0.plusSeconds(i));
        }

        assertThat(owners(live))
                .hasSize(10)
                .startsWith(
                        "old Update 2026-01-01T00:00:00Z {\"f:data\":{\".\":{},\"f:base\":{}}}",
                        "ancient-changes Update 2026-01-01T00:00:03Z {\"f:data\":{\"f:k01\":{},\"f:k02\":{},\"f:k03\":{}}}");
    }

    @Test
    void statusOfABuiltInKindIsNeverAddedAsSuch() {
        ObjectNode live =
                object("{apiVersion: 'v1', kind: 'Pod', metadata: {name: 'a'}, spec: {containers: [{name: 'c'}]}}");
        FieldManager.update(null, live, TestingKinds.POD, ALICE, T0);
        ObjectNode updated = live.deepCopy();
        updated.set("status", json("{phase: 'Running', conditions: [{type: 'Ready', status: 'True'}]}"));

        FieldManager.update(live, updated, TestingKinds.POD, new Manager("kubelet", "v1", "status"), T1);

        assertThat(owners(updated))
                .containsExactly(
                        "alice Update 2026-01-01T00:00:00Z {\"f:spec\":{\"f:containers\":{\"k:{\\\"name\\\":\\\"c\\\"}\":{\".\":{},\"f:name\":{}}}}}",
                        "kubelet/status Update 2026-01-01T00:00:01Z {\"f:status\":{\"f:conditions\":{\".\":{},\"k:{\\\"type\\\":\\\"Ready\\\"}\":{\".\":{},\"f:status\":{},\"f:type\":{}}},\"f:phase\":{}}}");
    }

    @Test
    void namesWritersByTheirUserAgent() {
        assertThat(Manager.nameOf("kubectl/v1.32.0 (linux/amd64)")).isEqualTo("kubectl");
        assertThat(Manager.nameOf("curl")).isEqualTo("curl");
        assertThat(Manager.nameOf("a\u0001b/1")).isEqualTo("ab");
        assertThat(Manager.nameOf("x".repeat(200))).hasSize(128);
        assertThat(Manager.of("", "v1").name()).isEqualTo("unknown");
    }

    private static @Nullable JsonNode managedFields(ObjectNode object) {
        return object.path("metadata").get("managedFields");
    }
}
