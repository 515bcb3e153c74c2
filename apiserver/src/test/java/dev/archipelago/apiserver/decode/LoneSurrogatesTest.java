package dev.archipelago.apiserver.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.archipelago.api.objects.Json;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.ObjectNode;

class LoneSurrogatesTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            {"a":"\\ud800"}            | {"a":"\uFFFD"}
            {"a":["x\\ud800y"]}        | {"a":["x\uFFFDy"]}
            {"a":{"b":"\\udc00\\ud800"}} | {"a":{"b":"\uFFFD\uFFFD"}}
            {"a":"\\ud83d\\ude00"}     | {"a":"\uD83D\uDE00"}
            {"a":"\u00e9"}             | {"a":"\u00e9"}
            """)
    void areReplacedWhereverTheyStand(String sent, String read) {
        JsonTree tree = JsonTree.parse(sent.getBytes(StandardCharsets.UTF_8));
        assertThat(tree.root()).hasToString(read);
    }

    @Test
    void areRefusedInNames() {
        byte[] sent = "{\"\\udc00\":1}".getBytes(StandardCharsets.UTF_8);
        assertThatExceptionOfType(UnfitException.class).isThrownBy(() -> JsonTree.parse(sent));
    }

    @Test
    void areRefusedInBytesThatAreNotUtf8() {
        byte[] sent = "{\"a\":\"b???\"}".getBytes(StandardCharsets.ISO_8859_1);
        sent[7] = (byte) 0xED;
        sent[8] = (byte) 0xA0;
        sent[9] = (byte) 0x80;
        assertThatExceptionOfType(UnfitException.class).isThrownBy(() -> JsonTree.parse(sent));
    }

    @Test
    void areReplacedInNamesToo() {
        ObjectNode tree = Json.object().put("a\uD800", 1).put("b", 2);
        tree.putArray("c").addObject().put("\uDC00", "d");
        LoneSurrogates.replace(tree, new byte[] {'\\'});
        assertThat(tree).hasToString("{\"a\uFFFD\":1,\"b\":2,\"c\":[{\"\uFFFD\":\"d\"}]}");
    }
}
