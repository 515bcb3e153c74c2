package dev.archipelago.apiserver.protobuf;

/// The bytes are not what they should be. Becomes a 400 that names the kind.
final class MalformedProtobufException extends RuntimeException {
    MalformedProtobufException(String message) {
        super(message, null, false, false);
    }
}
