package dev.archipelago.apiserver.decode;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.apiserver.objects.Json;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LoneSurrogatesTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            {"a":"\\ud800"}            | {"a":"\uFFFD"}
            {"a":["x\\ud800y"]}        | {"a":["x\uFFFDy"]}
            {"a":{"b":"\\udc00\\ud800"}} | {"a":{"b":"\uFFFD\uFFFD"}}
            {"a":"\\ud83d\\ude00"}     | {"a":"\uD83D\uDE00"}
            {"\\udc00":1,"b":2}        | {"\uFFFD":1,"b":2}
            {"a":"\u00e9"}             | {"a":"\u00e9"}
            """)
    void areReplacedWhereverTheyStand(String sent, String read) {
        JsonTree tree = JsonTree.parse(sent.getBytes(StandardCharsets.UTF_8));
        assertThat(tree.root()).hasToString(read);
    }

    @Test
    void areFoundInBytesThatAreNotUtf8() {
        byte[] sent = "{\"a???\":\"b???\"}".getBytes(StandardCharsets.ISO_8859_1);
        for (int at : new int[] {3, 10}) {
            sent[at] = (byte) 0xED;
            sent[at + 1] = (byte) 0xA0;
            sent[at + 2] = (byte) 0x80;
        }
        byte[] stored = Json.bytes(JsonTree.parse(sent).root());
        assertThat(Json.parse(stored)).hasToString("{\"a\uFFFD\":\"b\uFFFD\"}");
    }
}
