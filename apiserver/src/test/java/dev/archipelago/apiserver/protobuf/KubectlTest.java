package dev.archipelago.apiserver.protobuf;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

class KubectlTest {

    static List<KubectlBody> bodies() {
        return KubectlBody.all();
    }

    @ParameterizedTest
    @MethodSource("bodies")
    void decodesToWhatKubectlHasInJson(KubectlBody body) {
        assertThat(ProtobufDecoder.decode(body.body())).isEqualTo(withoutNulls(body.json()));
    }

    /// In an object, null is the same as nothing.
    private static JsonNode withoutNulls(JsonNode json) {
        if (json.isObject()) {
            json.asObject().removeIf(JsonNode::isNull);
        }
        json.forEach(KubectlTest::withoutNulls);
        return json;
    }
}
