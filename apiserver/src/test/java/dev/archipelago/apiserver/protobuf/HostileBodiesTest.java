package dev.archipelago.apiserver.protobuf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.Reason;
import io.kubernetes.client.proto.Runtime.RawExtension;
import io.kubernetes.client.proto.Runtime.TypeMeta;
import io.kubernetes.client.proto.Runtime.Unknown;
import io.kubernetes.client.proto.V1Apiextensions;
import io.kubernetes.client.proto.V1Apps;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HostileBodiesTest {

    @ParameterizedTest
    @CsvSource({
        // length beyond the end; length beyond the inner message; a length of 2^63 and of -1
        "12ff01, unexpected end of data",
        "120308051a, unexpected end of data",
        "12021a050a030a0161, unexpected end of data",
        "12ffffffffffffffff7f, unexpected end of data",
        "12ffffffffffffffffff01, unexpected end of data",
        "1a, unexpected end of data",
        "12020880, unexpected end of data",
        "fd070102, unexpected end of data",
        "f90701, unexpected end of data",
        // a varint that does not end
        "1202080012ffffffffffffffffffff01, a number has more than ten bytes",
        // field number zero; a tag beyond 32 bits; groups
        "00, illegal field tag 0",
        "f8ffffffff0f00, illegal field tag 549755813880",
        "fb07, illegal wire type 3",
        "fc07, illegal wire type 4",
        "fe07, illegal wire type 6",
        // wrong wire types: of a message, a number, a string, a map's entry, its key and its value
        "1001, 'field 2 (spec) of apps.v1.Deployment has wire type 0, not 2'",
        "12020a00, 'field 1 (replicas) of apps.v1.DeploymentSpec has wire type 2, not 0'",
        "0a020801, 'field 1 (name) of apis.meta.v1.ObjectMeta has wire type 0, not 2'",
        "0a025801, 'field 11 (labels) of apis.meta.v1.ObjectMeta has wire type 0, not 2'",
        "0a045a020801, 'field 11 (labels) of apis.meta.v1.ObjectMeta has wire type 0, not 2'",
        "0a045a021001, 'field 11 (labels) of apis.meta.v1.ObjectMeta has wire type 0, not 2'",
        // text that is not UTF-8: a lone byte, an overlong form, a surrogate
        "0a030a01ff, a string is not UTF-8",
        "0a040a02c080, a string is not UTF-8",
        "0a050a03eda080, a string is not UTF-8",
        // times beyond what RFC 3339 can say
        "0a0b4209088080808080808001, time is out of range",
        "0a0842061080a8d6b907, time is out of range",
        // an IntOrString that is neither
        "12082206120412020802, 'neither a number nor a string, but of type 2'"
    })
    void areRefusedWithAReason(String hex, String reason) {
        byte[] body = Bodies.of("apps/v1", "Deployment", HexFormat.of().parseHex(hex));
        assertBadRequest(body, "Deployment in version \"v1\" cannot be handled as a Deployment: " + reason);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "6b", "6b3873", "7b7d", "6b387301", "6b38730a"})
    void withoutThePrefixAreNotProtobuf(String hex) {
        assertBadRequest(
                HexFormat.of().parseHex(hex),
                "the body is not a Kubernetes protobuf message: it does not begin with the bytes 6b 38 73 00");
    }

    @Test
    void ofAnUnknownKindAreRefused() {
        assertBadRequest(new byte[] {'k', '8', 's', 0}, "no kind \"\" is registered for version \"\"");
        assertBadRequest(
                Bodies.of("example.com/v1", "Widget", new byte[0]),
                "no kind \"Widget\" is registered for version \"example.com/v1\"");
        assertBadRequest(
                Bodies.of("v1", "PodSpec", new byte[0]), "no kind \"PodSpec\" is registered for version \"v1\"");
    }

    @Test
    void inAnotherEncodingAreRefused() {
        TypeMeta type = TypeMeta.newBuilder().setApiVersion("v1").setKind("Pod").build();
        assertBadRequest(
                Bodies.of(Unknown.newBuilder()
                        .setTypeMeta(type)
                        .setContentEncoding("gzip")
                        .build()),
                "the body is not a Kubernetes protobuf message: content encoding \"gzip\" is not supported");
        assertBadRequest(
                Bodies.of(Unknown.newBuilder()
                        .setTypeMeta(type)
                        .setContentType("application/json")
                        .build()),
                "the body is not a Kubernetes protobuf message: content type \"application/json\" is not supported");
    }

    @Test
    void unknownFieldsAreSkipped() {
        String hex = "f80705" + "f9070102030405060708" + "fa070161" + "fd0701020304" + "0a030a0161";
        assertThat(ProtobufDecoder.decode(
                        Bodies.of("apps/v1", "Deployment", HexFormat.of().parseHex(hex))))
                .hasToString("{\"kind\":\"Deployment\",\"apiVersion\":\"apps/v1\",\"metadata\":{\"name\":\"a\"}}");
    }

    @Test
    void theCharacterThatStandsForBadTextMayBeSent() {
        byte[] name = HexFormat.of().parseHex("0a050a03efbfbd");
        assertThat(ProtobufDecoder.decode(Bodies.of("v1", "Pod", name))
                        .at("/metadata/name")
                        .stringValue())
                .isEqualTo("\uFFFD");
    }

    @Test
    void nestedTooDeeplyAreRefused() {
        assertThat(ProtobufDecoder.decode(nestedSchema(90))).isNotNull();
        for (int depth : List.of(100, 2_000)) {
            assertThatThrownBy(() -> ProtobufDecoder.decode(nestedSchema(depth)))
                    .hasMessageEndingWith(": exceeded max depth 100");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"{", "{} {}", "nul", "\"\\x\""})
    void withJsonThatIsNoneAreRefused(String json) {
        assertThatThrownBy(() -> ProtobufDecoder.decode(revision(json))).hasMessageContaining(": not JSON: ");
    }

    @Test
    void withJsonNestedTooDeeplyAreRefused() {
        assertThatThrownBy(() -> ProtobufDecoder.decode(revision("[".repeat(101) + "]".repeat(101))))
                .hasMessageContaining("not JSON");
    }

    @Test
    void withANumberThatJsonCannotSayAreRefused() {
        V1Apiextensions.JSONSchemaProps schema = V1Apiextensions.JSONSchemaProps.newBuilder()
                .setMaximum(Double.NaN)
                .build();
        byte[] version = message(4, message(1, schema.toByteArray()));
        byte[] body = Bodies.of("apiextensions.k8s.io/v1", "CustomResourceDefinition", message(2, message(7, version)));
        assertThatThrownBy(() -> ProtobufDecoder.decode(body)).hasMessageEndingWith(": unsupported value: NaN");
    }

    @Test
    void cannotMakeATreeThatIsFarLargerThanThey() {
        // Containers of two bytes each; and a list of packed numbers of one byte each.
        byte[] containers = new byte[100_000];
        for (int i = 0; i < containers.length; i += 2) {
            containers[i] = 0x12;
        }
        assertBadRequest(
                Bodies.of("v1", "Pod", message(2, containers)),
                "Pod in version \"v1\" cannot be handled as a Pod: too many values for its size");
        assertBadRequest(
                Bodies.of("v1", "Pod", message(2, message(14, message(4, new byte[50_000])))),
                "Pod in version \"v1\" cannot be handled as a Pod: too many values for its size");
    }

    @Test
    void madeFromRealOnesByChanceNeverDoWorse() {
        List<KubectlBody> seeds = KubectlBody.all();
        Random random = new Random(7);
        int refused = 0;
        for (int i = 0; i < 2_000; i++) {
            byte[] body = mutated(seeds.get(random.nextInt(seeds.size())).body(), random);
            try {
                assertThat(ProtobufDecoder.decode(body).has("kind")).isTrue();
            } catch (ApiException e) {
                assertThat(e.reason()).isEqualTo(Reason.BAD_REQUEST);
                refused++;
            }
        }
        assertThat(refused).isBetween(500, 1_950);
    }

    private static byte[] mutated(byte[] seed, Random random) {
        byte[] body = seed.clone();
        for (int changes = 1 + random.nextInt(4); changes > 0 && body.length > 5; changes--) {
            int at = 4 + random.nextInt(body.length - 4);
            switch (random.nextInt(4)) {
                case 0 -> body[at] = (byte) random.nextInt(256);
                case 1 -> body[at] ^= (byte) (1 << random.nextInt(8));
                case 2 -> body = Arrays.copyOf(body, at);
                default -> System.arraycopy(body, at, body, 4 + random.nextInt(at - 3), body.length - at);
            }
        }
        return body;
    }

    private static byte[] nestedSchema(int depth) {
        byte[] schema = {};
        for (int i = 0; i < depth; i++) {
            // not, a schema inside a schema
            schema = message(28, schema);
        }
        byte[] validation = message(1, schema);
        byte[] version = message(4, validation);
        return Bodies.of("apiextensions.k8s.io/v1", "CustomResourceDefinition", message(2, message(7, version)));
    }

    private static byte[] revision(String json) {
        return Bodies.of(
                "apps/v1",
                "ControllerRevision",
                V1Apps.ControllerRevision.newBuilder()
                        .setData(RawExtension.newBuilder().setRaw(ByteString.copyFromUtf8(json)))
                        .build());
    }

    private static byte[] message(int number, byte[] inner) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(inner.length + 10);
        writeVarint(out, number << 3 | 2);
        writeVarint(out, inner.length);
        out.writeBytes(inner);
        return out.toByteArray();
    }

    private static void writeVarint(ByteArrayOutputStream out, int value) {
        int rest = value;
        for (; rest >= 0x80; rest >>>= 7) {
            out.write((rest & 0x7F) | 0x80);
        }
        out.write(rest);
    }

    private static void assertBadRequest(byte[] body, String message) {
        assertThatExceptionOfType(ApiException.class)
                .isThrownBy(() -> ProtobufDecoder.decode(body))
                .withMessage(message)
                .matches(e -> e.reason() == Reason.BAD_REQUEST);
    }
}
