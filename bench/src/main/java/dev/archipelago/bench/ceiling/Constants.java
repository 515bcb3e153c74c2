package dev.archipelago.bench.ceiling;

import dev.archipelago.bench.load.Sizes;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// The bodies of answers.
final class Constants {
    private static final byte[] CURSOR =
            "{\"metadata\":{\"resourceVersion\":\"1\"},\"items\":[]}".getBytes(StandardCharsets.US_ASCII);

    private final byte[] object;
    private final byte[] list;

    Constants(Sizes sizes) {
        object = filled(sizes.answer());
        list = filled(sizes.list());
    }

    static byte[] filled(int length) {
        byte[] bytes = new byte[length];
        Arrays.fill(bytes, (byte) 'x');
        return bytes;
    }

    ByteBuffer answer(String method, String query) {
        if (method.equals("GET") && query.startsWith("limit=")) {
            return ByteBuffer.wrap(CURSOR);
        }
        return ByteBuffer.wrap(method.equals("GET") && query.startsWith("resourceVersion=") ? list : object);
    }
}
