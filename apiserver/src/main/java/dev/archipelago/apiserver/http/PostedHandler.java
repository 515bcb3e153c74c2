package dev.archipelago.apiserver.http;

import dev.archipelago.api.authn.UserInfo;
import dev.archipelago.apiserver.request.RequestInfo;
import dev.archipelago.apiserver.request.WriteOptions;
import dev.archipelago.model.kinds.BuiltinKinds;
import dev.archipelago.model.kinds.ResourceKind;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import tools.jackson.databind.node.ObjectNode;

/// Serves the kinds that are posted and answered but not stored: reviews of who may do what.
final class PostedHandler {
    private final Map<String, ResourceKind> kinds = new HashMap<>();
    private final Map<String, Answer> answers;

    /// Fills in what was posted. Gets the object, the user and the namespace of the request.
    interface Answer {
        ObjectNode to(ObjectNode posted, UserInfo user, String namespace);
    }

    /// Starts with who answers what.
    ///
    /// @param answers by kind
    PostedHandler(Map<String, Answer> answers) {
        this.answers = Map.copyOf(answers);
        for (ResourceKind kind : BuiltinKinds.all()) {
            if (answers.containsKey(kind.kind())) {
                kinds.put(kind.apiVersion() + '/' + kind.resource(), kind);
            }
        }
    }

    void handle(Exchange exchange, RequestInfo info, UserInfo user) {
        String apiVersion = info.group().isEmpty() ? info.version() : info.group() + '/' + info.version();
        ResourceKind kind = kinds.get(apiVersion + '/' + info.resource());
        if (kind == null || !info.name().isEmpty()) {
            throw ApiHandler.noSuchResource();
        }
        if (!info.verb().equals("create")) {
            throw ResourceHandler.methodNotAllowed();
        }
        Representation form = Representation.ofPlain(exchange.header("Accept"));
        WriteOptions options = WriteOptions.parse(exchange.query(), "CreateOptions", exchange.header("User-Agent"));
        ObjectNode posted =
                RequestBody.decode(exchange, kind.version(), kind.kind(), kind.schema(), options.fieldValidation());
        posted.put("apiVersion", kind.apiVersion()).put("kind", kind.kind());
        ObjectNode answer = Objects.requireNonNull(answers.get(kind.kind())).to(posted, user, info.namespace());
        ObjectResponses.plain(exchange, 201, form, answer);
    }
}
