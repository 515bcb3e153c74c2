package dev.archipelago.apiserver.protobuf;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.MessageLite;
import io.kubernetes.client.proto.IntStr.IntOrString;
import io.kubernetes.client.proto.Meta;
import io.kubernetes.client.proto.Resource.Quantity;
import io.kubernetes.client.proto.Runtime.RawExtension;
import io.kubernetes.client.proto.V1;
import io.kubernetes.client.proto.V1Apiextensions;
import io.kubernetes.client.proto.V1Apps;
import io.kubernetes.client.proto.V1Authorization;
import io.kubernetes.client.proto.V1Autoscaling;
import io.kubernetes.client.proto.V1Coordination;
import io.kubernetes.client.proto.V1Policy;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class SpecialTypesTest {

    static Stream<Arguments> objects() {
        return Stream.of(
                row(
                        "a number or a string, and a pointer to zero",
                        "apps/v1 Deployment",
                        V1Apps.Deployment.newBuilder()
                                .setSpec(V1Apps.DeploymentSpec.newBuilder()
                                        .setReplicas(0)
                                        .setMinReadySeconds(0)
                                        .setStrategy(V1Apps.DeploymentStrategy.newBuilder()
                                                .setType("")
                                                .setRollingUpdate(V1Apps.RollingUpdateDeployment.newBuilder()
                                                        .setMaxSurge(text("25%"))
                                                        .setMaxUnavailable(number(-1))))),
                        "{'spec':{'replicas':0,'strategy':{'rollingUpdate':{'maxSurge':'25%','maxUnavailable':-1}}}}"),
                row(
                        "bytes in a map, text in a map, and an empty value",
                        "v1 Secret",
                        V1.Secret.newBuilder()
                                .putData("a", ByteString.copyFrom(new byte[] {0, -1}))
                                .putData("b", ByteString.EMPTY)
                                .putStringData("c", "")
                                .setType(""),
                        "{'data':{'a':'AP8=','b':''},'stringData':{'c':''}}"),
                row(
                        "quantities in a map, one of them nothing",
                        "v1 ResourceQuota",
                        V1.ResourceQuota.newBuilder()
                                .setSpec(V1.ResourceQuotaSpec.newBuilder()
                                        .putHard(
                                                "cpu",
                                                Quantity.newBuilder()
                                                        .setString("1500m")
                                                        .build())
                                        .putHard("pods", Quantity.getDefaultInstance())),
                        "{'spec':{'hard':{'cpu':'1500m','pods':'0'}}}"),
                row(
                        "inlined messages",
                        "v1 Pod",
                        V1.Pod.newBuilder()
                                .setSpec(V1.PodSpec.newBuilder()
                                        .addVolumes(V1.Volume.newBuilder()
                                                .setName("v")
                                                .setVolumeSource(V1.VolumeSource.newBuilder()
                                                        .setConfigMap(V1.ConfigMapVolumeSource.newBuilder()
                                                                .setLocalObjectReference(
                                                                        V1.LocalObjectReference.newBuilder()
                                                                                .setName("c"))
                                                                .setOptional(false))))
                                        .addContainers(V1.Container.newBuilder()
                                                .setName("")
                                                .setResources(V1.ResourceRequirements.getDefaultInstance())
                                                .setLivenessProbe(V1.Probe.newBuilder()
                                                        .setHandler(V1.ProbeHandler.newBuilder()
                                                                .setTcpSocket(V1.TCPSocketAction.newBuilder()
                                                                        .setPort(number(0))
                                                                        .setHost("")))))),
                        "{'spec':{'volumes':[{'name':'v','configMap':{'name':'c','optional':false}}],"
                                + "'containers':[{'name':'','resources':{},'livenessProbe':{'tcpSocket':{'port':0}}}]}}"),
                row(
                        "numbers that are negative or large, and lists of them",
                        "v1 Pod",
                        V1.Pod.newBuilder()
                                .setSpec(V1.PodSpec.newBuilder()
                                        .setPriority(-5)
                                        .setActiveDeadlineSeconds(-1L)
                                        .setTerminationGracePeriodSeconds(1L << 40)
                                        .setSecurityContext(V1.PodSecurityContext.newBuilder()
                                                .addSupplementalGroups(0)
                                                .addSupplementalGroups(Long.MIN_VALUE))),
                        "{'spec':{'priority':-5,'activeDeadlineSeconds':-1,'terminationGracePeriodSeconds':1099511627776,"
                                + "'securityContext':{'supplementalGroups':[0,-9223372036854775808]}}}"),
                row(
                        "a list as the value of a map",
                        "authorization.k8s.io/v1 SubjectAccessReview",
                        V1Authorization.SubjectAccessReview.newBuilder()
                                .setSpec(V1Authorization.SubjectAccessReviewSpec.newBuilder()
                                        .putExtra(
                                                "scopes",
                                                V1Authorization.ExtraValue.newBuilder()
                                                        .addItems("a")
                                                        .addItems("b")
                                                        .build())
                                        .putExtra("none", V1Authorization.ExtraValue.getDefaultInstance())),
                        "{'spec':{'extra':{'scopes':['a','b'],'none':[]}}}"),
                row(
                        "JSON text",
                        "apps/v1 ControllerRevision",
                        V1Apps.ControllerRevision.newBuilder()
                                .setMetadata(Meta.ObjectMeta.newBuilder()
                                        .addManagedFields(Meta.ManagedFieldsEntry.newBuilder()
                                                .setFieldsV1(Meta.FieldsV1.newBuilder()
                                                        .setRaw(utf8("{\"f:spec\":{}}")))))
                                .setData(RawExtension.newBuilder().setRaw(utf8("{\"a\": [1, null]}")))
                                .setRevision(0),
                        "{'metadata':{'managedFields':[{'fieldsV1':{'f:spec':{}}}]},'data':{'a':[1,null]},'revision':0}"),
                row(
                        "schemas that are alternatives, and fractions",
                        "apiextensions.k8s.io/v1 CustomResourceDefinition",
                        V1Apiextensions.CustomResourceDefinition.newBuilder()
                                .setSpec(V1Apiextensions.CustomResourceDefinitionSpec.newBuilder()
                                        .addVersions(V1Apiextensions.CustomResourceDefinitionVersion.newBuilder()
                                                .setSchema(V1Apiextensions.CustomResourceValidation.newBuilder()
                                                        .setOpenAPIV3Schema(schema())))),
                        "{'spec':{'versions':[{'schema':{'openAPIV3Schema':{'type':'object','maximum':0,'minimum':0.5,"
                                + "'default':{},'enum':['x',1],'items':{'type':'string'},'x-kubernetes-int-or-string':true,"
                                + "'additionalProperties':false,'additionalItems':{'type':'string'},'$ref':'',"
                                + "'dependencies':{'d':['e']},'properties':{'p':{'type':'string'}}}}}]}}"),
                row(
                        "an eviction with options in it",
                        "policy/v1 Eviction",
                        V1Policy.Eviction.newBuilder()
                                .setMetadata(Meta.ObjectMeta.newBuilder().setName("p"))
                                .setDeleteOptions(Meta.DeleteOptions.newBuilder()
                                        .setGracePeriodSeconds(0)
                                        .addDryRun("All")),
                        "{'metadata':{'name':'p'},'deleteOptions':{'gracePeriodSeconds':0,'dryRun':['All']}}"),
                row(
                        "a scale",
                        "autoscaling/v1 Scale",
                        V1Autoscaling.Scale.newBuilder()
                                .setSpec(V1Autoscaling.ScaleSpec.newBuilder().setReplicas(0))
                                .setStatus(
                                        V1Autoscaling.ScaleStatus.newBuilder().setReplicas(0)),
                        "{'spec':{},'status':{'replicas':0}}"),
                row(
                        "options of any group and version",
                        "apps/v1 DeleteOptions",
                        Meta.DeleteOptions.newBuilder()
                                .setPropagationPolicy("Foreground")
                                .setPreconditions(
                                        Meta.Preconditions.newBuilder().setUid("u")),
                        "{'propagationPolicy':'Foreground','preconditions':{'uid':'u'}}"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("objects")
    void haveTheFormOfJson(String name, String kind, MessageLite message, String json) {
        String[] words = kind.split(" ");
        JsonNode tree = ProtobufDecoder.decode(Bodies.of(words[0], words[1], message));
        String type = "{'kind':'%s','apiVersion':'%s',".formatted(words[1], words[0]);
        assertThat(tree).isEqualTo(JsonMapper.shared().readTree((type + json.substring(1)).replace('\'', '"')));
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0, 1970-01-01T00:00:00.000000Z",
        "1700000000, 123456789, 2023-11-14T22:13:20.123456Z",
        "1700000000, 999, 2023-11-14T22:13:20.000000Z",
        "-1, 5000, 1969-12-31T23:59:59.000005Z",
        "253402300799, 0, 9999-12-31T23:59:59.000000Z",
        "-62135596800, 1000, 0001-01-01T00:00:00.000001Z",
        "-62135596800, 0, "
    })
    void timesAreText(long seconds, int nanos, String text) {
        V1Coordination.Lease lease = V1Coordination.Lease.newBuilder()
                .setMetadata(Meta.ObjectMeta.newBuilder()
                        .setCreationTimestamp(
                                Meta.Time.newBuilder().setSeconds(seconds).setNanos(nanos)))
                .setSpec(V1Coordination.LeaseSpec.newBuilder()
                        .setRenewTime(
                                Meta.MicroTime.newBuilder().setSeconds(seconds).setNanos(nanos)))
                .build();
        JsonNode tree = ProtobufDecoder.decode(Bodies.of("coordination.k8s.io/v1", "Lease", lease));
        if (text == null) {
            assertThat(tree.at("/spec").has("renewTime")).isFalse();
            assertThat(tree.at("/metadata").has("creationTimestamp")).isFalse();
        } else {
            assertThat(tree.at("/spec/renewTime").stringValue()).isEqualTo(text);
            // The other kind of time has no fractions, and so may be the zero time.
            String whole = text.startsWith("0001") ? null : text.substring(0, 19) + "Z";
            assertThat(tree.at("/metadata/creationTimestamp").stringValue(null)).isEqualTo(whole);
        }
    }

    @Test
    void anEmptyTimeIsNoTime() {
        Meta.ObjectMeta meta = Meta.ObjectMeta.newBuilder()
                .setCreationTimestamp(Meta.Time.getDefaultInstance())
                .build();
        V1.ConfigMap object = V1.ConfigMap.newBuilder().setMetadata(meta).build();
        assertThat(ProtobufDecoder.decode(Bodies.of("v1", "ConfigMap", object)))
                .hasToString("{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{}}");
    }

    @Test
    void packedNumbersAreAList() throws IOException {
        byte[] groups = bytes(out -> {
            out.writeTag(4, 2);
            out.writeUInt32NoTag(4);
            out.writeInt64NoTag(7);
            out.writeInt64NoTag(300);
            out.writeInt64NoTag(1);
        });
        byte[] pod = bytes(out -> out.writeByteArray(2, bytes(spec -> spec.writeByteArray(14, groups))));
        assertThat(ProtobufDecoder.decode(Bodies.of("v1", "Pod", pod)).at("/spec/securityContext/supplementalGroups"))
                .hasToString("[7,300,1]");
    }

    @Test
    void ofAFieldThatComesTwiceTheLaterCountsAndMessagesMerge() throws IOException {
        byte[] first = V1.Pod.newBuilder()
                .setSpec(V1.PodSpec.newBuilder()
                        .setHostname("a")
                        .setNodeName("n")
                        .setSchedulerName("s"))
                .build()
                .toByteArray();
        byte[] second = V1.Pod.newBuilder()
                .setSpec(V1.PodSpec.newBuilder().setHostname("").setNodeName("m"))
                .build()
                .toByteArray();
        byte[] both = bytes(out -> {
            out.writeRawBytes(first);
            out.writeRawBytes(second);
        });
        assertThat(ProtobufDecoder.decode(Bodies.of("v1", "Pod", both)).at("/spec"))
                .hasToString("{\"nodeName\":\"m\",\"schedulerName\":\"s\"}");
    }

    @Test
    void ofAlternativesThatComeTwiceTheLaterCount() throws IOException {
        byte[] items = schema().getItems().toByteArray();
        byte[] schema = bytes(out -> {
            out.writeByteArray(24, items);
            out.writeByteArray(24, items);
        });
        byte[] version = bytes(out -> out.writeByteArray(4, bytes(inner -> inner.writeByteArray(1, schema))));
        byte[] definition = bytes(out -> out.writeByteArray(2, bytes(spec -> spec.writeByteArray(7, version))));
        assertThat(ProtobufDecoder.decode(Bodies.of("apiextensions.k8s.io/v1", "CustomResourceDefinition", definition))
                        .at("/spec/versions/0/schema/openAPIV3Schema/items"))
                .hasToString("{\"type\":\"string\"}");
    }

    @ParameterizedTest
    @CsvSource({"ConfigMap, 2, /data/k, '\"\"'", "Secret, 2, /data/k, '\"\"'", "Node, 3, /status/capacity/k, '\"0\"'"})
    void aKeyWithoutAValueHasTheZeroValue(String kind, int field, String path, String value) throws IOException {
        byte[] entry = bytes(out -> out.writeString(1, "k"));
        byte[] object = kind.equals("Node")
                ? bytes(out -> out.writeByteArray(field, bytes(status -> status.writeByteArray(1, entry))))
                : bytes(out -> out.writeByteArray(field, entry));
        assertThat(ProtobufDecoder.decode(Bodies.of("v1", kind, object)).at(path))
                .hasToString(value);
    }

    @Test
    void aKindThatTheClientLacksIsReadFromTheTable() throws IOException {
        byte[] spec = bytes(out -> {
            out.writeString(2, "g.example");
            out.writeString(3, "v1");
            out.writeBool(4, true);
            out.writeByteArray(5, new byte[] {1});
            out.writeInt32(7, 100);
            out.writeInt32(8, 0);
        });
        assertThat(ProtobufDecoder.decode(Bodies.of(
                                "apiregistration.k8s.io/v1", "APIService", bytes(out -> out.writeByteArray(2, spec))))
                        .at("/spec"))
                .hasToString("{\"group\":\"g.example\",\"version\":\"v1\",\"insecureSkipTLSVerify\":true,"
                        + "\"caBundle\":\"AQ==\",\"groupPriorityMinimum\":100,\"versionPriority\":0}");
    }

    private static V1Apiextensions.JSONSchemaProps schema() {
        V1Apiextensions.JSONSchemaProps string =
                V1Apiextensions.JSONSchemaProps.newBuilder().setType("string").build();
        return V1Apiextensions.JSONSchemaProps.newBuilder()
                .setType("object")
                .setRef("")
                .setMaximum(0)
                .setMinimum(0.5)
                .setDefault(V1Apiextensions.JSON.newBuilder().setRaw(utf8("{}")))
                .addEnum(V1Apiextensions.JSON.newBuilder().setRaw(utf8("\"x\"")))
                .addEnum(V1Apiextensions.JSON.newBuilder().setRaw(utf8("1")))
                .setItems(V1Apiextensions.JSONSchemaPropsOrArray.newBuilder().setSchema(string))
                .setXKubernetesIntOrString(true)
                .setXKubernetesEmbeddedResource(false)
                .setAdditionalProperties(
                        V1Apiextensions.JSONSchemaPropsOrBool.newBuilder().setAllows(false))
                .setAdditionalItems(V1Apiextensions.JSONSchemaPropsOrBool.newBuilder()
                        .setAllows(true)
                        .setSchema(string))
                .putDependencies(
                        "d",
                        V1Apiextensions.JSONSchemaPropsOrStringArray.newBuilder()
                                .addProperty("e")
                                .build())
                .putProperties("p", string)
                .build();
    }

    private static Arguments row(String name, String kind, MessageLite.Builder message, String json) {
        return Arguments.of(name, kind, message.build(), json);
    }

    private static ByteString utf8(String text) {
        return ByteString.copyFromUtf8(text);
    }

    private static IntOrString text(String value) {
        return IntOrString.newBuilder().setType(1).setIntVal(0).setStrVal(value).build();
    }

    private static IntOrString number(int value) {
        return IntOrString.newBuilder()
                .setType(0)
                .setIntVal(value)
                .setStrVal("")
                .build();
    }

    private interface Writing {
        void to(CodedOutputStream out) throws IOException;
    }

    private static byte[] bytes(Writing writing) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        CodedOutputStream out = CodedOutputStream.newInstance(bytes);
        writing.to(out);
        out.flush();
        return bytes.toByteArray();
    }
}
