package dev.archipelago.dns.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class KeyTest {
    @Test
    void isReadAsItIsMade() {
        String file = """
                key "tsig-key" {
                	algorithm hmac-sha512;
                	secret "c2VjcmV0";
                };
                """;
        assertThat(Key.read(file)).hasToString("tsig-key. (hmac-sha512)");
        assertThat(Key.read("key k. {algorithm hmac-sha256; secret c2VjcmV0;};"))
                .hasToString("k. (hmac-sha256)");
    }

    @Test
    void whatIsNoneIsNotTold() {
        assertThatThrownBy(() -> Key.read("c2VjcmV0"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("tsig-keygen")
                .hasMessageNotContaining("c2VjcmV0");
    }
}
