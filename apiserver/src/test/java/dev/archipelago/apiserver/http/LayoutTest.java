package dev.archipelago.apiserver.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class LayoutTest {
    private static final byte[] COMPACT = """
            {"a":1,"b":{},"c":[],"d":[1,"x"],"e":{"f":[{"g":"ü, {\\"[:\\\\"}]}}
            """.getBytes(StandardCharsets.UTF_8);

    private static final String LAID_OUT = """
            {
              "a": 1,
              "b": {},
              "c": [],
              "d": [
                1,
                "x"
              ],
              "e": {
                "f": [
                  {
                    "g": "ü, {\\"[:\\\\"
                  }
                ]
              }
            }
            """;

    @Test
    void everyLevelHasItsLines() {
        assertThat(new String(Layout.of(COMPACT), StandardCharsets.UTF_8)).isEqualTo(LAID_OUT);
    }

    @Test
    void piecesMayEndAnywhere() {
        Layout layout = new Layout();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (int i = 0; i < COMPACT.length; i++) {
            out.writeBytes(layout.next(COMPACT, i, 1));
        }
        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo(LAID_OUT);
    }
}
