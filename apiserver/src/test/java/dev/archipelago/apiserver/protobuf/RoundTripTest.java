package dev.archipelago.apiserver.protobuf;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import dev.archipelago.model.kinds.BuiltinKinds;
import dev.archipelago.model.kinds.ResourceKind;
import io.kubernetes.client.proto.Runtime.Unknown;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.node.ObjectNode;

/// Whatever the official client's classes write comes back to them the same, by way of the tree.
class RoundTripTest {
    private static final int SEEDS = 20;

    static List<ResourceKind> kinds() {
        return BuiltinKinds.all().stream()
                .filter(kind -> !kind.group().equals("apiregistration.k8s.io"))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void whatIsReadIsWrittenTheSame(ResourceKind kind) throws InvalidProtocolBufferException {
        Descriptor type = Bodies.descriptor(kind.schema().name());
        for (long seed = 0; seed < SEEDS; seed++) {
            DynamicMessage sent = new RandomMessages(seed).message(type);
            ObjectNode tree = ProtobufDecoder.decode(Bodies.of(kind.apiVersion(), kind.kind(), sent));

            byte[] encoded = ProtobufEncoder.encode(tree);

            Unknown envelope = Unknown.parseFrom(Arrays.copyOfRange(encoded, 4, encoded.length));
            assertThat(envelope.getTypeMeta().getApiVersion()).isEqualTo(kind.apiVersion());
            assertThat(envelope.getTypeMeta().getKind()).isEqualTo(kind.kind());
            DynamicMessage received = DynamicMessage.parseFrom(type, envelope.getRaw());
            assertThat(withoutEmpty(received)).as("seed %d", seed).isEqualTo(withoutEmpty(sent));
            assertThat(ProtobufDecoder.decode(encoded)).as("seed %d", seed).isEqualTo(tree);
        }
    }

    /// A struct that is not there is to Go an empty one.
    private static Message withoutEmpty(Message message) {
        Message.Builder pruned = message.toBuilder();
        message.getAllFields().forEach((field, value) -> {
            if (field.getType() == FieldDescriptor.Type.MESSAGE) {
                prune(pruned, field, value);
            }
        });
        return pruned.build();
    }

    private static void prune(Message.Builder pruned, FieldDescriptor field, Object value) {
        if (field.isRepeated()) {
            for (int i = 0; i < pruned.getRepeatedFieldCount(field); i++) {
                pruned.setRepeatedField(field, i, withoutEmpty((Message) pruned.getRepeatedField(field, i)));
            }
            return;
        }
        Message inner = withoutEmpty((Message) value);
        if (inner.getSerializedSize() == 0) {
            pruned.clearField(field);
        } else {
            pruned.setField(field, inner);
        }
    }
}
