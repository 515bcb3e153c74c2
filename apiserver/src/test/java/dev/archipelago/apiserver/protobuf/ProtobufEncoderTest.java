package dev.archipelago.apiserver.protobuf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.archipelago.api.objects.Json;
import io.kubernetes.client.proto.Meta;
import io.kubernetes.client.proto.Runtime.Unknown;
import io.kubernetes.client.proto.V1;
import io.kubernetes.client.proto.V1Apiextensions;
import io.kubernetes.client.proto.V1Apps;
import io.kubernetes.client.proto.V1Coordination;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/// What the official client's classes read from what is written.
class ProtobufEncoderTest {

    private static ObjectNode tree(String json) {
        return Json.parse(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }

    private static Unknown envelope(byte[] encoded) throws InvalidProtocolBufferException {
        assertThat(Arrays.copyOf(encoded, 4)).containsExactly('k', '8', 's', 0);
        return Unknown.parseFrom(Arrays.copyOfRange(encoded, 4, encoded.length));
    }

    private static ByteString raw(String json) throws InvalidProtocolBufferException {
        return envelope(ProtobufEncoder.encode(tree(json))).getRaw();
    }

    @Test
    void theEnvelopeSaysTheKindAndIsLaidOutAsGoDoes() {
        byte[] encoded = ProtobufEncoder.encode(tree("{'apiVersion':'v1','kind':'Pod','metadata':{'name':'p'}}"));
        assertThat(encoded).isEqualTo(new byte[] {
            'k', '8', 's', 0, 10, 9, 10, 2, 'v', '1', 18, 3, 'P', 'o', 'd', 18, 5, 10, 3, 10, 1, 'p', 26, 0, 34, 0
        });
    }

    @Test
    void numbersOrStringsAndPointersToZero() throws Exception {
        V1Apps.DeploymentSpec spec = V1Apps.Deployment.parseFrom(raw("""
                        {'apiVersion':'apps/v1','kind':'Deployment','spec':{'replicas':0,'strategy':{'rollingUpdate':
                         {'maxSurge':'25%','maxUnavailable':-1}}}}""")).getSpec();
        assertThat(spec.hasReplicas()).isTrue();
        assertThat(spec.hasMinReadySeconds()).isFalse();
        assertThat(spec.getStrategy().getRollingUpdate().getMaxSurge().getType())
                .isEqualTo(1);
        assertThat(spec.getStrategy().getRollingUpdate().getMaxSurge().getStrVal())
                .isEqualTo("25%");
        assertThat(spec.getStrategy().getRollingUpdate().getMaxUnavailable().getType())
                .isZero();
        assertThat(spec.getStrategy().getRollingUpdate().getMaxUnavailable().getIntVal())
                .isEqualTo(-1);
    }

    @Test
    void whatNoMessageHasIsLeftOut() throws Exception {
        V1.ConfigMap object = V1.ConfigMap.parseFrom(raw("""
                {'apiVersion':'v1','kind':'ConfigMap','novel':{'a':1},'immutable':'maybe','data':{'a':'1','b':null},
                 'metadata':{'name':'c','creationTimestamp':null,'labels':[]}}"""));
        assertThat(object)
                .isEqualTo(V1.ConfigMap.newBuilder()
                        .setMetadata(Meta.ObjectMeta.newBuilder().setName("c"))
                        .putData("a", "1")
                        .putData("b", "")
                        .build());
    }

    @Test
    void timesAreSecondsAndOnlySomeHaveFractions() throws Exception {
        V1Coordination.Lease lease = V1Coordination.Lease.parseFrom(raw("""
                {'apiVersion':'coordination.k8s.io/v1','kind':'Lease',
                 'metadata':{'creationTimestamp':'2023-11-14T23:13:20.5+01:00'},
                 'spec':{'renewTime':'2023-11-14T22:13:20.123456Z'}}"""));
        assertThat(lease.getMetadata().getCreationTimestamp())
                .isEqualTo(Meta.Time.newBuilder()
                        .setSeconds(1700000000)
                        .setNanos(0)
                        .build());
        assertThat(lease.getSpec().getRenewTime())
                .isEqualTo(Meta.MicroTime.newBuilder()
                        .setSeconds(1700000000)
                        .setNanos(123456000)
                        .build());
    }

    @Test
    void alternativesAndJson() throws Exception {
        V1Apiextensions.JSONSchemaProps schema = V1Apiextensions.CustomResourceDefinition.parseFrom(raw("""
                        {'apiVersion':'apiextensions.k8s.io/v1','kind':'CustomResourceDefinition','spec':{'versions':[
                         {'schema':{'openAPIV3Schema':{'maximum':3,'default':{'a':null},'enum':['x',null],
                          'items':{'type':'string'},'additionalProperties':{'type':'string'},'additionalItems':false,
                          'dependencies':{'d':['e'],'f':{'type':'object'}}}}}]}}"""))
                .getSpec()
                .getVersions(0)
                .getSchema()
                .getOpenAPIV3Schema();
        assertThat(schema.getMaximum()).isEqualTo(3.0);
        assertThat(schema.getDefault().getRaw().toStringUtf8()).isEqualTo("{\"a\":null}");
        assertThat(schema.getEnumList().stream().map(one -> one.getRaw().toStringUtf8()))
                .containsExactly("\"x\"", "");
        assertThat(schema.getItems().getSchema().getType()).isEqualTo("string");
        assertThat(schema.getAdditionalProperties().getAllows()).isTrue();
        assertThat(schema.getAdditionalProperties().getSchema().getType()).isEqualTo("string");
        assertThat(schema.getAdditionalItems().hasAllows()).isTrue();
        assertThat(schema.getAdditionalItems().getAllows()).isFalse();
        assertThat(schema.getDependenciesOrThrow("d").getPropertyList()).containsExactly("e");
        assertThat(schema.getDependenciesOrThrow("f").getSchema().getType()).isEqualTo("object");
    }

    @Test
    void listsSayWhatTheirItemsAre() throws Exception {
        List<ObjectNode> items = List.of(
                tree("{'apiVersion':'v1','kind':'Secret','metadata':{'name':'a'},'data':{'k':'AP8='}}"),
                tree("{'metadata':{'name':'b'}}"));
        byte[] encoded = ProtobufEncoder.list(
                "v1",
                "Secret",
                tree("{'resourceVersion':'7','continue':'c','remainingItemCount':5}"),
                items.size(),
                items::get);
        assertThat(envelope(encoded).getTypeMeta().getKind()).isEqualTo("SecretList");
        V1.SecretList list = V1.SecretList.parseFrom(envelope(encoded).getRaw());
        assertThat(list.getMetadata().getResourceVersion()).isEqualTo("7");
        assertThat(list.getMetadata().getContinue()).isEqualTo("c");
        assertThat(list.getMetadata().getRemainingItemCount()).isEqualTo(5);
        assertThat(list.getItemsList().stream().map(item -> item.getMetadata().getName()))
                .containsExactly("a", "b");
        assertThat(list.getItems(0).getDataOrThrow("k").toByteArray()).containsExactly(0, -1);
    }

    @Test
    void eventsHaveNoEnvelopeButTheirObjectsHave() throws Exception {
        byte[] object = ProtobufEncoder.encode(tree("{'apiVersion':'v1','kind':'Status','code':410}"));
        byte[] framed = ProtobufEncoder.framed(ProtobufEncoder.event("ERROR", object));
        assertThat(Arrays.copyOf(framed, 4)).containsExactly(0, 0, 0, framed.length - 4);
        Meta.WatchEvent event = Meta.WatchEvent.parseFrom(Arrays.copyOfRange(framed, 4, framed.length));
        assertThat(event.getType()).isEqualTo("ERROR");
        Unknown envelope = envelope(event.getObject().getRaw().toByteArray());
        assertThat(Meta.Status.parseFrom(envelope.getRaw()).getCode()).isEqualTo(410);
    }

    @Test
    void kindsWithoutAMessageAreRefused() {
        assertThatThrownBy(() -> ProtobufEncoder.encode(tree("{'apiVersion':'example.org/v1','kind':'Boat'}")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("no message for kind \"Boat\" in version \"example.org/v1\"");
    }
}
