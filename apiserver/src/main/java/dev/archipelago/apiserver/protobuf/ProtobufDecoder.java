package dev.archipelago.apiserver.protobuf;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.objects.Json;
import tools.jackson.databind.node.ObjectNode;

/// Decodes bodies of built-in kinds. Safe on any thread; the first call loads the table of messages.
///
/// The tree has not been looked at beyond its form: values are not checked, quantities are as they were sent.
public final class ProtobufDecoder {

    private ProtobufDecoder() {}

    /// The object as a Go client would have sent it in JSON, with `kind` and `apiVersion`; unknown fields are
    /// skipped.
    ///
    /// @throws ApiException with 400 if the bytes are not a message of a built-in kind, or of one of the
    /// options that may be a body, such as `DeleteOptions`
    public static ObjectNode decode(byte[] body) {
        Envelope envelope = open(body);
        Message message = MessageTable.shared().body(envelope.apiVersion(), envelope.kind());
        if (message == null) {
            throw ApiException.badRequest("no kind \"%s\" is registered for version \"%s\""
                    .formatted(envelope.kind(), envelope.apiVersion()));
        }
        ObjectNode tree = Json.object();
        tree.put("kind", envelope.kind());
        tree.put("apiVersion", envelope.apiVersion());
        try {
            new MessageReader(body, envelope.start(), envelope.end()).read(message, tree);
        } catch (MalformedProtobufException e) {
            String version =
                    envelope.apiVersion().substring(envelope.apiVersion().indexOf('/') + 1);
            throw ApiException.badRequest("%s in version \"%s\" cannot be handled as a %s: %s"
                    .formatted(envelope.kind(), version, envelope.kind(), e.getMessage()));
        }
        return tree;
    }

    private static Envelope open(byte[] body) {
        try {
            return Envelope.open(body);
        } catch (MalformedProtobufException e) {
            throw ApiException.badRequest("the body is not a Kubernetes protobuf message: " + e.getMessage());
        }
    }
}
