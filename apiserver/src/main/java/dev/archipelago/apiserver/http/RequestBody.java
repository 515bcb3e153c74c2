package dev.archipelago.apiserver.http;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.Reason;
import dev.archipelago.api.objects.Json;
import dev.archipelago.api.patch.PatchBody;
import dev.archipelago.api.yaml.YamlReader;
import dev.archipelago.apiserver.catalog.ServedResource;
import dev.archipelago.apiserver.decode.Decoded;
import dev.archipelago.apiserver.decode.FieldValidation;
import dev.archipelago.apiserver.decode.LoneSurrogates;
import dev.archipelago.apiserver.decode.ObjectDecoder;
import dev.archipelago.apiserver.decode.PatchText;
import dev.archipelago.apiserver.protobuf.ProtobufDecoder;
import dev.archipelago.model.schema.Struct;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Reads what clients send.
final class RequestBody {

    private RequestBody() {}

    /// The whole object of a create or update.
    static ObjectNode object(Exchange exchange, ServedResource resource, FieldValidation validation) {
        return decode(exchange, resource.decoder(), validation);
    }

    /// An object of another kind than the resource's, such as a Scale.
    static ObjectNode decode(
            Exchange exchange, String version, String kind, Struct schema, FieldValidation validation) {
        return decode(exchange, new ObjectDecoder(version, kind, schema), validation);
    }

    private static ObjectNode decode(Exchange exchange, ObjectDecoder decoder, FieldValidation validation) {
        byte[] body = exchange.body();
        Decoded decoded = switch (MediaRange.parse(exchange.header("Content-Type"))
                .type()) {
            case "", "application/json", "application/x-www-form-urlencoded" -> decoder.decode(body, validation);
            case "application/yaml", "application/x-yaml", "text/yaml" -> yaml(body, decoder, validation);
            case Exchange.PROTOBUF -> decoder.conform(ProtobufDecoder.decode(body), validation);
            default -> throw unsupported(exchange);
        };
        decoded.warnings().forEach(exchange::warn);
        return decoded.object();
    }

    /// The options in the body of a delete; null where there is no body.
    static @Nullable ObjectNode deleteOptions(Exchange exchange) {
        byte[] body = exchange.body();
        if (body.length == 0) {
            return null;
        }
        return switch (MediaRange.parse(exchange.header("Content-Type")).type()) {
            case Exchange.PROTOBUF -> ProtobufDecoder.decode(body);
            case "application/yaml", "application/x-yaml", "text/yaml" -> object(body, YamlReader.read(body));
            default ->
                new ObjectDecoder("v1", "DeleteOptions", new Struct("", false, true))
                        .parse(body)
                        .root();
        };
    }

    static PatchBody patch(Exchange exchange, ServedResource resource, FieldValidation validation) {
        byte[] body = exchange.body();
        return switch (MediaRange.parse(exchange.header("Content-Type")).type()) {
            case "application/json-patch+json" -> new PatchBody.Operations(any(body));
            case "application/merge-patch+json" -> new PatchBody.Merge(mergePatch(exchange, validation));
            case "application/strategic-merge-patch+json" -> {
                if (resource.custom()) {
                    throw unsupported(exchange);
                }
                yield new PatchBody.Strategic(mergePatch(exchange, validation));
            }
            case "application/apply-patch+yaml" -> new PatchBody.Apply(configuration(exchange, validation));
            default -> throw unsupported(exchange);
        };
    }

    private static Decoded yaml(byte[] body, ObjectDecoder decoder, FieldValidation validation) {
        YamlReader.Document document = YamlReader.read(body);
        return decoder.decode(
                object(body, document), document.strictFault().stream().toList(), validation);
    }

    /// What is to be applied. Unknown fields are found later, when it is known what they would be fields of.
    private static ObjectNode configuration(Exchange exchange, FieldValidation validation) {
        YamlReader.Document document = YamlReader.read(exchange.body());
        document.strictFault().ifPresent(fault -> {
            if (validation == FieldValidation.STRICT) {
                throw ApiException.badRequest("error strict decoding YAML: " + fault);
            }
            if (validation == FieldValidation.WARN) {
                exchange.warn(fault);
            }
        });
        return object(exchange.body(), document);
    }

    private static ObjectNode object(byte[] body, YamlReader.Document document) {
        if (document.tree() instanceof ObjectNode object) {
            LoneSurrogates.replace(object, body);
            return object;
        }
        throw ApiException.badRequest("the body must be an object");
    }

    private static ObjectNode mergePatch(Exchange exchange, FieldValidation validation) {
        Decoded decoded = PatchText.parse(exchange.body(), validation);
        decoded.warnings().forEach(exchange::warn);
        return decoded.object();
    }

    private static JsonNode any(byte[] body) {
        try {
            JsonNode patch = Json.MAPPER.readTree(body);
            LoneSurrogates.replace(patch, body);
            return patch;
        } catch (JacksonException e) {
            throw ApiException.badRequest("error decoding patch: " + e.getOriginalMessage());
        }
    }

    private static ApiException unsupported(Exchange exchange) {
        return new ApiException(
                Reason.UNSUPPORTED_MEDIA_TYPE,
                "the body of the request was in an unknown format - accepted media types include: "
                        + (exchange.method().equals("PATCH")
                                ? "application/json-patch+json, application/merge-patch+json, "
                                        + "application/strategic-merge-patch+json, application/apply-patch+yaml"
                                : "application/json, application/yaml"));
    }
}
