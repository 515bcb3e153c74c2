package dev.archipelago.apiserver.hostile;

import java.math.BigInteger;
import java.util.List;
import java.util.Random;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Values that are at the edge of what is expected, or beyond.
final class OddValues {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final List<String> TEXTS = List.of(
            "",
            " ",
            "a",
            "x",
            "A b",
            "..",
            ".",
            "-",
            "a/b",
            "a/b/c",
            "%",
            "%zz",
            "\0",
            "a\0b",
            "\n",
            "\u00e9",
            "\uD83D\uDE00",
            "\uD800",
            "\uFFFF",
            "\u202E",
            "10Gi",
            "-1",
            "1e400",
            "0x10",
            "1.5m",
            "25%",
            "-5%",
            "2020-01-01T00:00:00Z",
            "2020-13-45T99:99:99Z",
            "-999999999-01-01T00:00:00Z",
            "true",
            "null",
            "kubernetes.io/x",
            "a.example/b",
            "system:masters",
            "{}",
            "[",
            "$(A)",
            "*",
            "*/*",
            "self.x > 1",
            "self.a.b[0]",
            "(((((",
            "[a-",
            "(a+)+$",
            "Fail",
            "Never",
            "Exists",
            "In",
            "v1",
            "apps/v1",
            "Pod",
            "10.0.0.1",
            "10.0.0.0/8",
            "::1",
            "fe80::/129",
            "http",
            ".spec.x",
            "$.a[?(@.b)]",
            "{.a[*",
            "\"",
            "'",
            "\\",
            "<script>",
            "AAEC",
            "====",
            "1",
            "0",
            "UTC",
            "* * * * *",
            "99999999999999999999",
            "replace",
            "delete",
            "merge",
            "int64",
            "date-time",
            "object",
            "array");
    private static final List<BigInteger> NUMBERS = List.of(
            BigInteger.ZERO,
            BigInteger.ONE,
            BigInteger.ONE.negate(),
            BigInteger.valueOf(Integer.MAX_VALUE),
            BigInteger.valueOf(Integer.MIN_VALUE),
            BigInteger.valueOf(Integer.MAX_VALUE + 1L),
            BigInteger.valueOf(Long.MAX_VALUE),
            BigInteger.valueOf(Long.MIN_VALUE),
            BigInteger.TWO.pow(63),
            BigInteger.TEN.pow(40));

    private final Random random;

    OddValues(Random random) {
        this.random = random;
    }

    <T> T pick(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    /// True once in so many times.
    boolean oneIn(int times) {
        return random.nextInt(times) == 0;
    }

    String text() {
        if (oneIn(25)) {
            return pick(TEXTS).repeat(1 + random.nextInt(400));
        }
        return oneIn(10) ? pick(TEXTS) + pick(TEXTS) : pick(TEXTS);
    }

    JsonNode scalar() {
        return switch (random.nextInt(8)) {
            case 0 -> NODES.nullNode();
            case 1 -> NODES.booleanNode(random.nextBoolean());
            case 2, 3 -> NODES.numberNode(pick(NUMBERS));
            case 4 -> NODES.numberNode(pick(List.of(0.5, -1.5, 1e300, 1e-300, -0.0, 3.0)));
            default -> NODES.stringNode(text());
        };
    }

    JsonNode value(int depth) {
        if (depth == 0 || oneIn(2)) {
            return scalar();
        }
        if (random.nextBoolean()) {
            ArrayNode array = NODES.arrayNode();
            for (int i = random.nextInt(4); i > 0; i--) {
                array.add(value(depth - 1));
            }
            return array;
        }
        ObjectNode object = NODES.objectNode();
        for (int i = random.nextInt(4); i > 0; i--) {
            object.set(text(), value(depth - 1));
        }
        return object;
    }

    /// Arrays or objects in each other, as JSON.
    String nested(int depth) {
        return random.nextBoolean()
                ? "[".repeat(depth) + "]".repeat(random.nextInt(3) == 0 ? 0 : depth)
                : "{\"a\":".repeat(depth) + "1" + "}".repeat(random.nextInt(3) == 0 ? 0 : depth);
    }
}
