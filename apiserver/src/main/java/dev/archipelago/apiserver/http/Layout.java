package dev.archipelago.apiserver.http;

import java.io.ByteArrayOutputStream;

/// Lays JSON out for people, two spaces for each level, piece by piece: a long list need not be there as a whole.
final class Layout {
    private int depth;
    private boolean inText;
    private boolean escaped;
    /// Whether the last thing was an opening bracket: nothing is laid out in an empty object.
    private boolean opened;

    /// The next piece of the laid out JSON, for the next piece of JSON without spaces.
    byte[] next(byte[] json, int from, int length) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(length + length / 2);
        for (int i = from; i < from + length; i++) {
            if (inText) {
                text(json[i], out);
            } else {
                structure(json[i], out);
            }
        }
        return out.toByteArray();
    }

    static byte[] of(byte[] json) {
        return new Layout().next(json, 0, json.length);
    }

    private void text(byte b, ByteArrayOutputStream out) {
        out.write(b);
        inText = escaped || b != '"';
        escaped = !escaped && b == '\\';
    }

    private void structure(byte b, ByteArrayOutputStream out) {
        boolean closes = b == '}' || b == ']';
        if (opened && !closes) {
            newLine(out);
        }
        switch (b) {
            case '{', '[' -> {
                depth++;
                out.write(b);
            }
            case '}', ']' -> {
                depth--;
                if (!opened) {
                    newLine(out);
                }
                out.write(b);
            }
            case ',' -> {
                out.write(b);
                newLine(out);
            }
            case ':' -> {
                out.write(b);
                out.write(' ');
            }
            default -> {
                inText = b == '"';
                out.write(b);
            }
        }
        opened = b == '{' || b == '[';
    }

    private void newLine(ByteArrayOutputStream out) {
        out.write('\n');
        for (int i = 0; i < depth; i++) {
            out.write(' ');
            out.write(' ');
        }
    }
}
