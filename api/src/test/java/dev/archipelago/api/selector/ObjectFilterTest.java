package dev.archipelago.api.selector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.archipelago.api.errors.ApiException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

class ObjectFilterTest {
    private static final JsonMapper JSON = new JsonMapper();
    private static final String POD = """
            {"apiVersion":"v1","kind":"Pod","metadata":{"managedFields":[{"f":{"a":[1,{"b":2}]}}],"name":"p","namespace":"n",
            "labels":{"app":"db","tier":"x"},"annotations":{"labels":"no"}},
            "spec":{"containers":[{"name":"c","nodeName":"wrong"}],"nodeName":"n1","hostNetwork":true},
            "status":{"phase":"Running","podIPs":[{"ip":"10.0.0.1"},{"ip":"10.0.0.2"}],"podIP":"10.0.0.9"}}
            """;
    /// Of all tests, as of all watches.
    private static final RecentAttributes RECENT = new RecentAttributes();

    private static final String BARE = "{\"kind\":\"Pod\",\"metadata\":{\"name\":\"q\"}}";

    private static boolean matches(String object, String labels, String fields, String apiVersion, String kind) {
        ObjectFilter filter = ObjectFilter.of(
                LabelSelector.parse(labels), FieldSelector.parse(fields, SelectableFields.of(apiVersion, kind)));
        byte[] bytes = object.getBytes(StandardCharsets.UTF_8);
        boolean result = filter.matches(bytes);
        byte[] padded = ("xx" + object + "yy").getBytes(StandardCharsets.UTF_8);
        assertThat(filter.matches(padded, 2, bytes.length)).isEqualTo(result);
        assertThat(filter.matches(JSON.readTree(object))).isEqualTo(result);
        assertThat(filter.matches(bytes, RECENT)).isEqualTo(result);
        assertThat(filter.matches(bytes, RECENT)).isEqualTo(result);
        return result;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''               | ''                               | true  | true",
                "app=db           | ''                               | true  | false",
                "!app             | ''                               | false | true",
                "app=db,tier!=x   | ''                               | false | false",
                "''               | metadata.name=p                  | true  | false",
                "''               | metadata.namespace=n             | true  | false",
                "''               | metadata.namespace=              | false | true",
                "''               | spec.nodeName=n1                 | true  | false",
                "''               | spec.nodeName=                   | false | true",
                "''               | spec.nodeName!=wrong             | true  | true",
                "''               | spec.hostNetwork=true            | true  | false",
                "''               | spec.hostNetwork=false           | false | true",
                "''               | status.podIP=10.0.0.1            | true  | false",
                "''               | status.podIP=10.0.0.9            | false | false",
                "''               | status.podIPs=10.0.0.1           | false | false",
                "app=db           | status.phase=Running,spec.nodeName=n1 | true | false",
                "app=db           | status.phase!=Running            | false | false",
                "app!=x           | status.phase!=Failed             | true  | true",
            })
    void selectsPods(String labels, String fields, boolean full, boolean bare) {
        assertThat(matches(POD, labels, fields, "v1", "Pod")).isEqualTo(full);
        assertThat(matches(BARE, labels, fields, "v1", "Pod")).isEqualTo(bare);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "v1 | Node | spec.unschedulable=false | {\"metadata\":{}}",
                "v1 | Node | spec.unschedulable=true | {\"spec\":{\"unschedulable\":true}}",
                "v1 | ReplicationController | status.replicas=0 | {\"status\":{}}",
                "apps/v1 | ReplicaSet | status.replicas=3 | {\"status\":{\"replicas\":3}}",
                "batch/v1 | Job | status.successful=2 | {\"status\":{\"succeeded\":2}}",
                "batch/v1 | Job | status.successful=0 | {\"status\":{\"succeeded\":null}}",
                "v1 | Secret | type=Opaque | {\"data\":{\"type\":\"x\"},\"type\":\"Opaque\"}",
                "v1 | Service | spec.type=ClusterIP,spec.clusterIP=None | {\"spec\":{\"clusterIP\":\"None\",\"type\":\"ClusterIP\"}}",
                "v1 | Event | involvedObject.name=a,source=kubelet | {\"involvedObject\":{\"name\":\"a\"},\"source\":{\"component\":\"kubelet\"}}",
                "v1 | Event | involvedObject.name=a,source=sched | {\"regarding\":{\"name\":\"a\"},\"reportingController\":\"sched\"}",
                "v1 | Event | source=sched,reportingComponent=sched | {\"source\":{},\"reportingComponent\":\"sched\"}",
                "events.k8s.io/v1 | Event | regarding.kind=Pod,reportingController=s | {\"involvedObject\":{\"kind\":\"Pod\"},\"reportingComponent\":\"s\"}",
                "v1 | Pod | status.podIP=1.1.1.1 | {\"status\":{\"podIP\":\"1.1.1.1\",\"podIPs\":[]}}",
            })
    void selectsOtherKinds(String apiVersion, String kind, String fields, String object) {
        assertThat(matches(object, "", fields, apiVersion, kind)).isTrue();
        assertThat(matches(object, "", fields.replace("=", "!="), apiVersion, kind))
                .isFalse();
    }

    @Test
    void readsAnObjectOnceForAllWhoAskTheSameOfIt() {
        byte[] pod = POD.getBytes(StandardCharsets.UTF_8);
        RecentAttributes recent = new RecentAttributes();
        ObjectAttributes first = recent.read(pod, nodeNames());
        assertThat(first.fields()).containsExactly(Map.entry("spec.nodeName", "n1"));
        assertThat(recent.read(pod, nodeNames())).isSameAs(first);
    }

    private static AttributeReader nodeNames() {
        return new AttributeReader(List.of(SelectableField.at("spec.nodeName")), false);
    }

    @Test
    void stopsReadingAfterTheLastWantedThing() {
        String cut = "{\"metadata\":{\"name\":\"p\",\"labels\":{\"a\":\"b\"},}}}nonsense";
        ObjectFilter filter = ObjectFilter.of(LabelSelector.parse("a=b"), FieldSelector.named("p"));
        assertThat(filter.matches(cut.getBytes(StandardCharsets.UTF_8))).isTrue();
    }

    @Test
    void customFieldsOfAnyScalarTypeCompareAsText() {
        SelectableFields fields =
                SelectableFields.ofCustom(true, List.of(".spec.n", ".spec.b", ".spec.s", ".spec.deep.er"));
        String object = "{\"spec\":{\"n\":5,\"b\":true,\"s\":\"x\",\"deep\":{\"er\":\"y\"}}}";
        ObjectFilter filter = ObjectFilter.of(
                LabelSelector.everything(),
                FieldSelector.parse("spec.n=5,spec.b=true,spec.s=x,spec.deep.er=y", fields));
        assertThat(filter.matches(object.getBytes(StandardCharsets.UTF_8))).isTrue();
        assertThat(filter.matches(JSON.readTree(object))).isTrue();
        assertThat(filter.matches(JSON.readTree("{\"spec\":{\"deep\":7}}"))).isFalse();
        assertThat(filter.matches("{\"spec\":{\"n\":{},\"b\":[1],\"deep\":7}}".getBytes(StandardCharsets.UTF_8)))
                .isFalse();
    }

    @Test
    void damagedBytesAreAnInternalError() {
        ObjectFilter filter = ObjectFilter.of(LabelSelector.parse("a"), FieldSelector.everything());
        assertThatThrownBy(() -> filter.matches("{\"metadata\":{".getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(ApiException.class)
                .hasMessageStartingWith("stored object cannot be read");
    }

    @Test
    void everythingNeedsNoReading() {
        assertThat(ObjectFilter.everything().matches(new byte[] {1})).isTrue();
        assertThat(ObjectFilter.everything().isEverything()).isTrue();
    }
}
