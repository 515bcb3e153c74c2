package dev.archipelago.apiserver.protobuf;

import dev.archipelago.api.objects.Json;
import dev.archipelago.apiserver.protobuf.Shape.Leaf;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.util.Base64;
import tools.jackson.databind.JsonNode;

/// Writes plain values, from the form that they have in JSON. One of another type is left out, like a field that
/// nobody knows.
final class LeafWriter {
    private static final int NANOS_PER_MICRO = 1000;
    private static final byte[] NOTHING = {};

    private final WireWriter out;

    LeafWriter(WireWriter out) {
        this.out = out;
    }

    void write(int number, Leaf leaf, JsonNode value) {
        switch (leaf) {
            case STRING -> {
                if (value.isString()) {
                    out.string(number, value.stringValue());
                }
            }
            case BOOLEAN -> {
                if (value.isBoolean()) {
                    out.varint(number, value.booleanValue() ? 1 : 0);
                }
            }
            case INT32, INT64 -> {
                if (value.isNumber()) {
                    out.varint(number, value.numberValue().longValue());
                }
            }
            case DOUBLE -> {
                if (value.isNumber()) {
                    out.fixed64(
                            number, Double.doubleToLongBits(value.numberValue().doubleValue()));
                }
            }
            case BYTES -> writeBytes(number, value);
            case TIME -> writeTime(number, value, false);
            case MICRO_TIME -> writeTime(number, value, true);
            case QUANTITY -> writeQuantity(number, value);
            case INT_OR_STRING -> writeIntOrString(number, value);
            case ANY -> writeJson(number, value);
        }
    }

    private void writeBytes(int number, JsonNode value) {
        if (value.isString()) {
            try {
                // Go lets lines be broken, and nothing else.
                String text = value.stringValue().replace("\n", "").replace("\r", "");
                out.bytes(number, Base64.getDecoder().decode(text));
            } catch (IllegalArgumentException e) {
                // Not base64: nothing that was let in.
            }
        }
    }

    /// An empty message is a time that is not set.
    private void writeTime(int number, JsonNode value, boolean micros) {
        if (value.isNull()) {
            out.bytes(number, NOTHING);
        } else if (value.isString()) {
            try {
                OffsetDateTime time = OffsetDateTime.parse(value.stringValue());
                int before = out.length();
                out.varint(2, micros ? time.getNano() - time.getNano() % NANOS_PER_MICRO : 0);
                out.varint(1, time.toEpochSecond());
                out.enclose(number, before);
            } catch (DateTimeException e) {
                // Not a time: nothing that was let in.
            }
        }
    }

    private void writeQuantity(int number, JsonNode value) {
        if (value.isString() || value.isNumber()) {
            int before = out.length();
            out.string(1, value.asString());
            out.enclose(number, before);
        }
    }

    private void writeIntOrString(int number, JsonNode value) {
        if (value.isString() || value.isNumber()) {
            int before = out.length();
            out.string(3, value.stringValue(""));
            out.varint(2, value.isNumber() ? value.numberValue().intValue() : 0);
            out.varint(1, value.isNumber() ? 0 : 1);
            out.enclose(number, before);
        }
    }

    /// An empty message is JSON's null.
    private void writeJson(int number, JsonNode value) {
        int before = out.length();
        if (!value.isNull()) {
            out.bytes(1, Json.bytes(value));
        }
        out.enclose(number, before);
    }
}
