package dev.archipelago.apiserver.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.apiserver.table.TableWriter.ListMetadata;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

class TableWriterTest {
    private static final Table LEASE = Table.of("coordination.k8s.io/v1", "Lease");
    private static final String HEADERS =
            "[{'name':'Name','type':'string','format':'name','description':'D','priority':0},"
                    + "{'name':'Holder','type':'string','format':'','description':'D','priority':0},"
                    + "{'name':'Age','type':'string','format':'','description':'D','priority':0}]";
    private static final String META = "{'name':'x','resourceVersion':'7','creationTimestamp':'2026-01-09T23:55:00Z'}";

    private static String written(IncludeObject include, BiConsumer<TableWriter, ByteArrayOutputStream> action) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        action.accept(new TableWriter(LEASE, "meta.k8s.io/v1", include, InstantSource.fixed(Rows.NOW)), out);
        return out.toString(StandardCharsets.UTF_8)
                .replaceAll("\"description\":\"[^\"]*\"", "\"description\":\"D\"")
                .replace('"', '\'');
    }

    private static JsonNode lease() {
        return Rows.object("{metadata:{name:'x',resourceVersion:'7'},spec:{holderIdentity:'h'}}");
    }

    @Test
    void writesAListWithItsMetadata() {
        assertThat(written(
                        IncludeObject.NONE,
                        (writer, out) ->
                                writer.writeList(new ListMetadata("12", "abc", 5L), List.of(lease(), lease()), out)))
                .isEqualTo("{'kind':'Table','apiVersion':'meta.k8s.io/v1','metadata':{'resourceVersion':'12',"
                        + "'continue':'abc','remainingItemCount':5},'columnDefinitions':"
                        + HEADERS
                        + ",'rows':[{'cells':['x','h','5m'],'object':null},{'cells':['x','h','5m'],'object':null}]}");
    }

    @Test
    void writesAnEmptyList() {
        assertThat(written(
                        IncludeObject.METADATA,
                        (writer, out) -> writer.writeList(ListMetadata.of("12"), List.of(), out)))
                .isEqualTo("{'kind':'Table','apiVersion':'meta.k8s.io/v1','metadata':{'resourceVersion':'12'},"
                        + "'columnDefinitions':"
                        + HEADERS
                        + ",'rows':[]}");
    }

    @Test
    void writesAnObjectWithAsMuchOfItAsAskedFor() {
        String begin =
                "{'kind':'Table','apiVersion':'meta.k8s.io/v1','metadata':{'resourceVersion':'7'},'columnDefinitions':"
                        + HEADERS
                        + ",'rows':[{'cells':['x','h','5m'],'object':";
        assertThat(written(IncludeObject.NONE, (writer, out) -> writer.writeObject(lease(), out)))
                .isEqualTo(begin + "null}]}");
        assertThat(written(IncludeObject.METADATA, (writer, out) -> writer.writeObject(lease(), out)))
                .isEqualTo(begin + "{'kind':'PartialObjectMetadata','apiVersion':'meta.k8s.io/v1','metadata':" + META
                        + "}}]}");
        assertThat(written(IncludeObject.OBJECT, (writer, out) -> writer.writeObject(lease(), out)))
                .isEqualTo(begin + "{'metadata':" + META + ",'spec':{'holderIdentity':'h'}}}]}");
    }

    @Test
    void writesHeadersOnTheFirstEventOnly() {
        String row = ",'rows':[{'cells':['x','h','5m'],'object':null}]}}";
        assertThat(written(IncludeObject.NONE, (writer, out) -> writer.writeEvent("ADDED", lease(), true, out)))
                .isEqualTo("{'type':'ADDED','object':{'kind':'Table','apiVersion':'meta.k8s.io/v1',"
                        + "'metadata':{'resourceVersion':'7'},'columnDefinitions':"
                        + HEADERS
                        + row);
        assertThat(written(IncludeObject.NONE, (writer, out) -> writer.writeEvent("MODIFIED", lease(), false, out)))
                .isEqualTo("{'type':'MODIFIED','object':{'kind':'Table','apiVersion':'meta.k8s.io/v1',"
                        + "'metadata':{'resourceVersion':'7'},'columnDefinitions':null"
                        + row);
    }

    @Test
    void theEndOfTheInitialEventsIsToldEvenWithoutObjects() {
        JsonNode bookmark =
                Rows.tree("{metadata:{resourceVersion:'9',annotations:{'k8s.io/initial-events-end':'true'}}}");
        assertThat(written(IncludeObject.NONE, (writer, out) -> writer.writeEvent("BOOKMARK", bookmark, false, out)))
                .contains("'metadata':{'resourceVersion':'9'}")
                .contains("'annotations':{'k8s.io/initial-events-end':'true'}");
    }

    @Test
    void saysWhichPodsAreDone() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        new TableWriter(
                        Table.of("v1", "Pod"),
                        "meta.k8s.io/v1beta1",
                        IncludeObject.METADATA,
                        InstantSource.fixed(Rows.NOW))
                .writeList(
                        ListMetadata.of(""),
                        List.of(
                                Rows.object("{status:{phase:'Succeeded'}}"),
                                Rows.object("{status:{phase:'Failed'}}"),
                                Rows.object("{status:{phase:'Running'}}")),
                        out);
        JsonNode table = new JsonMapper().readTree(out.toByteArray());
        assertThat(table.path("apiVersion").asString()).isEqualTo("meta.k8s.io/v1beta1");
        assertThat(table.path("metadata")).isEmpty();
        assertThat(table.path("rows").path(0).path("conditions"))
                .hasToString(
                        "[{\"type\":\"Completed\",\"status\":\"True\",\"reason\":\"Succeeded\",\"message\":\"The pod has completed successfully.\"}]");
        assertThat(table.path("rows")
                        .path(1)
                        .path("conditions")
                        .path(0)
                        .path("reason")
                        .asString())
                .isEqualTo("Failed");
        assertThat(table.path("rows").path(2).has("conditions")).isFalse();
        assertThat(table.path("rows").path(2).path("object").path("apiVersion").asString())
                .isEqualTo("meta.k8s.io/v1beta1");
    }

    @ParameterizedTest
    @CsvSource({"None, NONE", "Metadata, METADATA", "Object, OBJECT", "'', METADATA"})
    void readsHowMuchToInclude(String text, IncludeObject expected) {
        assertThat(IncludeObject.parse(text)).isEqualTo(expected);
    }

    @Test
    void refusesOtherAmounts() {
        assertThatThrownBy(() -> IncludeObject.parse("All"))
                .isInstanceOf(ApiException.class)
                .hasMessage("Unable to convert to Table as requested: includeObject: Invalid value: \"All\": must be"
                        + " 'Metadata', 'Object', 'None', or empty");
    }

    /// Whatever shape an object has, each of its rows is complete.
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void survivesObjectsOfAnyShape(long seed) {
        Random random = new Random(seed);
        // Sorted, so that a seed is the same test every time.
        List<Table> tables = List.copyOf(new TreeMap<>(TableOfContents.TABLES).values());
        for (int i = 0; i < 1500; i++) {
            Table table = tables.get(random.nextInt(tables.size()));
            ObjectNode object = JsonNodeFactory.instance.objectNode();
            fill(object, random, 4);
            assertThat(Rows.cells(table, object)).isNotNull();
        }
    }

    private static final List<String> NAMES = List.of(
            "metadata",
            "spec",
            "status",
            "conditions",
            "containers",
            "initContainers",
            "containerStatuses",
            "template",
            "state",
            "initContainerStatuses",
            "terminated",
            "waiting",
            "type",
            "name",
            "labels",
            "ports",
            "selector",
            "matchLabels",
            "matchExpressions",
            "capacity",
            "storage",
            "metrics",
            "rules",
            "subsets",
            "addresses",
            "subjects",
            "hard",
            "data",
            "creationTimestamp",
            "lastState",
            "finishedAt",
            "replicas",
            "resource",
            "target",
            "averageValue",
            "restartCount");

    private static void fill(ObjectNode object, Random random, int depth) {
        for (int i = random.nextInt(6); i >= 0; i--) {
            object.set(NAMES.get(random.nextInt(NAMES.size())), value(random, depth));
        }
    }

    private static JsonNode value(Random random, int depth) {
        JsonNodeFactory nodes = JsonNodeFactory.instance;
        return switch (random.nextInt(depth > 0 ? 8 : 5)) {
            case 0 -> nodes.stringNode(random.nextBoolean() ? "Ready" : "2026-01-09T22:00:00Z");
            case 1 -> nodes.numberNode(random.nextLong());
            case 2 -> nodes.booleanNode(random.nextBoolean());
            case 3 -> nodes.nullNode();
            case 4 -> nodes.numberNode(random.nextDouble());
            case 5 -> {
                ArrayNode array = nodes.arrayNode();
                for (int i = random.nextInt(4); i > 0; i--) {
                    array.add(value(random, depth - 1));
                }
                yield array;
            }
            default -> {
                ObjectNode object = nodes.objectNode();
                fill(object, random, depth - 1);
                yield object;
            }
        };
    }
}
