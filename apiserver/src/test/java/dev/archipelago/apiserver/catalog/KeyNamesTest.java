package dev.archipelago.apiserver.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeyNamesTest {
    @ParameterizedTest
    @CsvSource({
        "plain-name.1, plain-name.1",
        "system:node, system:node",
        "m\u00fcller, m%00fcller",
        "a%b, a%0025b",
        "%00fc, %002500fc",
        "'\u0000', %0000",
        "\uD83D\uDE00, %d83d%de00"
    })
    void areSpelledInPrintableAsciiAndBack(String name, String key) {
        assertThat(KeyNames.escape(name)).isEqualTo(key);
        assertThat(KeyNames.unescape(key)).isEqualTo(name);
    }
}
