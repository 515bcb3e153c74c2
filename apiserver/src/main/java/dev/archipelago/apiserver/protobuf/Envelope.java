package dev.archipelago.apiserver.protobuf;

/// What is around every object: four bytes that tell protobuf from JSON, and a message that says which kind it
/// is and has the object's own message as bytes.
final class Envelope {
    private static final byte[] PREFIX = {'k', '8', 's', 0};
    private static final String PROTOBUF = "application/vnd.kubernetes.protobuf";

    private static final int TYPE = 1 << 3 | WireReader.LENGTH;
    private static final int RAW = 2 << 3 | WireReader.LENGTH;
    private static final int CONTENT_ENCODING = 3 << 3 | WireReader.LENGTH;
    private static final int CONTENT_TYPE = 4 << 3 | WireReader.LENGTH;
    private static final int API_VERSION = 1 << 3 | WireReader.LENGTH;
    private static final int KIND = 2 << 3 | WireReader.LENGTH;

    private String apiVersion = "";
    private String kind = "";
    private int start;
    private int end;

    private Envelope() {}

    static Envelope open(byte[] body) {
        for (int i = 0; i < PREFIX.length; i++) {
            if (i >= body.length || body[i] != PREFIX[i]) {
                throw new MalformedProtobufException("it does not begin with the bytes 6b 38 73 00");
            }
        }
        Envelope envelope = new Envelope();
        envelope.read(new WireReader(body, PREFIX.length, body.length));
        return envelope;
    }

    /// Puts an object's own message, which `content` writes, into an envelope.
    ///
    /// @param out in which nothing else is
    static byte[] around(WireWriter out, String apiVersion, String kind, Runnable content) {
        out.string(CONTENT_TYPE >>> 3, "");
        out.string(CONTENT_ENCODING >>> 3, "");
        int before = out.length();
        content.run();
        out.enclose(RAW >>> 3, before);
        before = out.length();
        out.string(KIND >>> 3, kind);
        out.string(API_VERSION >>> 3, apiVersion);
        out.enclose(TYPE >>> 3, before);
        out.raw(PREFIX);
        return out.toBytes();
    }

    String apiVersion() {
        return apiVersion;
    }

    String kind() {
        return kind;
    }

    /// Where the object's own message begins in the body.
    int start() {
        return start;
    }

    int end() {
        return end;
    }

    private void read(WireReader reader) {
        while (!reader.atEnd()) {
            int tag = reader.tag();
            switch (tag) {
                case TYPE -> readType(reader);
                case RAW -> {
                    int outer = reader.enter();
                    start = reader.position();
                    end = reader.end();
                    reader.leave(outer);
                }
                case CONTENT_ENCODING -> refuseUnless("encoding", reader.string(), "");
                case CONTENT_TYPE -> refuseUnless("type", reader.string(), PROTOBUF);
                default -> reader.skip(tag & 7);
            }
        }
    }

    private void readType(WireReader reader) {
        int outer = reader.enter();
        while (!reader.atEnd()) {
            int tag = reader.tag();
            switch (tag) {
                case API_VERSION -> apiVersion = reader.string();
                case KIND -> kind = reader.string();
                default -> reader.skip(tag & 7);
            }
        }
        reader.leave(outer);
    }

    private static void refuseUnless(String what, String value, String supported) {
        if (!value.isEmpty() && !value.equals(supported)) {
            throw new MalformedProtobufException("content %s \"%s\" is not supported".formatted(what, value));
        }
    }
}
