package dev.archipelago.apiserver.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.model.kinds.BuiltinKinds;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

class Version2ProtobufTest {

    @Test
    void writesEveryWireTypeAsProtobufDoes() {
        ProtobufWriter inner = new ProtobufWriter();
        inner.integer(1, 300);
        ProtobufWriter out = new ProtobufWriter();
        out.string(1, "é");
        out.string(2, "");
        out.element(3, "");
        out.bool(4, true);
        out.bool(5, false);
        out.number(6, 1);
        out.message(31, inner);
        assertThat(HexFormat.ofDelimiter(" ").formatHex(out.toBytes()))
                .isEqualTo("0a 02 c3 a9 1a 00 20 01 31 00 00 00 00 00 00 f0 3f fa 01 03 08 ac 02");
    }

    @Test
    void encodesDefinitionsWithTheirExtensions() {
        byte[] document = document();
        byte[] spec = named(only(document, 9), 1, "io.k8s.api.apps.v1.StatefulSetSpec");
        assertThat(texts(spec, 19)).containsExactly("selector", "template");
        byte[] replicas = named(only(spec, 25), 1, "replicas");
        assertThat(text(only(only(replicas, 22), 1))).isEqualTo("integer");
        assertThat(text(only(replicas, 2))).isEqualTo("int32");
        byte[] set = named(only(document, 9), 1, "io.k8s.api.apps.v1.StatefulSet");
        assertThat(text(only(named(set, 31, "x-kubernetes-group-version-kind"), 2)))
                .isEqualTo("[{\"group\":\"apps\",\"kind\":\"StatefulSet\",\"version\":\"v1\"}]");
        byte[] ports = named(only(named(only(document, 9), 1, "io.k8s.api.core.v1.Container"), 25), 1, "ports");
        assertThat(text(only(only(only(ports, 23), 1), 1))).endsWith("/io.k8s.api.core.v1.ContainerPort");
    }

    /// Old kubectl looks here for dryRun, and newer ones for fieldValidation.
    @Test
    void encodesPatchOperationsWithTheirParameters() {
        byte[] item = named(only(document(), 8), 2, "/api/v1/namespaces/{namespace}/pods/{name}");
        byte[] patch = only(item, 8);
        assertThat(text(only(patch, 5))).isEqualTo("patchCoreV1NamespacedPod");
        List<String> names = new ArrayList<>();
        for (byte[] parameter : all(patch, 8)) {
            for (byte[] nonBody : all(only(parameter, 1), 2)) {
                names.add(text(only(only(nonBody, 3), 4)));
            }
        }
        assertThat(names).containsExactly("dryRun", "fieldManager", "fieldValidation", "force");
    }

    @Test
    void isServedToThoseWhoAskForIt() {
        OpenApi openApi = new OpenApi(BuiltinKinds.all().subList(0, 3), CustomSchemas.NONE);
        assertThat(openApi.version2("application/com.github.proto-openapi.spec.v2@v1.0+protobuf")
                        .contentType())
                .isEqualTo("application/com.github.proto-openapi.spec.v2.v1.0+protobuf");
        assertThat(openApi.version2("*/*").contentType()).isEqualTo("application/json");
    }

    private static byte[] document() {
        return new OpenApi(BuiltinKinds.all(), CustomSchemas.NONE)
                .version2("application/com.github.proto-openapi.spec.v2@v1.0+protobuf")
                .body();
    }

    /// The value of the pair with this name among the pairs in a repeated field.
    private static byte[] named(byte[] message, int field, String name) {
        for (byte[] pair : all(message, field)) {
            if (text(only(pair, 1)).equals(name)) {
                return only(pair, 2);
            }
        }
        throw new AssertionError("nothing is named " + name);
    }

    private static byte[] only(byte[] message, int field) {
        List<byte[]> values = all(message, field);
        assertThat(values).as("field %d", field).hasSize(1);
        return values.getFirst();
    }

    private static List<String> texts(byte[] message, int field) {
        return all(message, field).stream().map(Version2ProtobufTest::text).toList();
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static List<byte[]> all(byte[] message, int field) {
        List<byte[]> values = new ArrayList<>();
        ByteBuffer in = ByteBuffer.wrap(message);
        while (in.hasRemaining()) {
            long tag = varint(in);
            switch ((int) (tag & 7)) {
                case 0 -> varint(in);
                case 1 -> in.getLong();
                case 2 -> {
                    byte[] value = new byte[(int) varint(in)];
                    in.get(value);
                    if (tag >>> 3 == field) {
                        values.add(value);
                    }
                }
                default -> throw new AssertionError("wire type of tag " + tag);
            }
        }
        return values;
    }

    private static long varint(ByteBuffer in) {
        long value = 0;
        for (int shift = 0; ; shift += 7) {
            byte next = in.get();
            value |= (long) (next & 0x7F) << shift;
            if (next >= 0) {
                return value;
            }
        }
    }
}
