package dev.archipelago.apiserver.hostile;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// A request that is well framed, whatever else it is.
///
/// @param headers whole lines, without those that frame the body
record FuzzRequest(String method, String target, List<String> headers, byte[] body, boolean chunked) {

    byte[] bytes() {
        StringBuilder head = new StringBuilder();
        head.append(method).append(' ').append(target).append(" HTTP/1.1\r\nHost: localhost\r\n");
        headers.forEach(line -> head.append(line).append("\r\n"));
        if (chunked) {
            head.append("Transfer-Encoding: chunked\r\n");
        } else if (body.length > 0) {
            head.append("Content-Length: ").append(body.length).append("\r\n");
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(head.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1));
        if (chunked && body.length > 0) {
            out.writeBytes((Integer.toHexString(body.length) + "\r\n").getBytes(StandardCharsets.US_ASCII));
        }
        out.writeBytes(body);
        if (chunked) {
            out.writeBytes((body.length > 0 ? "\r\n0\r\n\r\n" : "0\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
        }
        return out.toByteArray();
    }

    boolean headOnly() {
        return method.equals("HEAD");
    }

    /// Whether the answer may be one that does not end.
    boolean mayWatch() {
        return target.contains("watch");
    }

    @Override
    public String toString() {
        String shown = new String(body, StandardCharsets.UTF_8);
        return method
                + ' '
                + target
                + ' '
                + headers
                + '\n'
                + (shown.length() > 700 ? shown.substring(0, 700) + "..." : shown);
    }
}
