package dev.archipelago.apiserver.http;

import dev.archipelago.api.objects.Stored;
import dev.archipelago.apiserver.catalog.ServedResource;
import dev.archipelago.apiserver.objects.StoredObjects;
import dev.archipelago.apiserver.registry.Page;
import dev.archipelago.apiserver.registry.Written;
import dev.archipelago.apiserver.registry.Written.Effect;
import java.util.List;
import java.util.function.IntFunction;
import tools.jackson.databind.node.ObjectNode;

/// Answers with objects in the form the client asked for. Plain JSON in the stored version, by far the most common,
/// is passed through as bytes; everything else goes through a tree.
final class ObjectResponses {
    private final Forms forms;

    ObjectResponses(Forms forms) {
        this.forms = forms;
    }

    void object(Exchange exchange, Representation form, ServedResource resource, Stored object) {
        if (form.equals(Representation.JSON)) {
            exchange.respondJson(200, resource.served(object).bytes());
        } else {
            tree(exchange, 200, form, resource, resource.conversion().fromStorage(object.tree()));
        }
    }

    void written(Exchange exchange, Representation form, ServedResource resource, Written written) {
        int code = written.effect() == Effect.CREATED ? 201 : 200;
        if (form.equals(Representation.JSON) && resource.conversion().isIdentity()) {
            exchange.respondJson(code, written.json());
        } else {
            tree(exchange, code, form, resource, resource.conversion().fromStorage(written.tree()));
        }
    }

    /// Answers with an object that is not stored as such, or not of the resource's own kind.
    void tree(Exchange exchange, int code, Representation form, ServedResource resource, ObjectNode served) {
        send(exchange, code, form, forms.object(exchange.query(), form, resource, served));
    }

    void list(Exchange exchange, Representation form, ServedResource resource, Page page) {
        if (form.equals(Representation.JSON)) {
            ListWriter.write(exchange, resource, page);
            return;
        }
        if (form.isProtobuf()) {
            IntFunction<ObjectNode> item = index -> resource.conversion()
                    .fromStorage(StoredObjects.of(page.entries().get(index)).tree());
            send(
                    exchange,
                    200,
                    form,
                    Forms.protobufList(form, resource, page, page.entries().size(), item));
            return;
        }
        List<ObjectNode> items = page.entries().stream()
                .map(entry -> resource.conversion()
                        .fromStorage(StoredObjects.of(entry).tree()))
                .toList();
        send(exchange, 200, form, forms.list(exchange.query(), form, resource, page, items));
    }

    /// Answers with a Status or the like, whatever the client likes.
    static void status(Exchange exchange, int code, ObjectNode status) {
        plain(exchange, code, Representation.ofStatus(exchange.header("Accept")), status);
    }

    /// Answers with an object of a built-in kind as it is.
    static void plain(Exchange exchange, int code, Representation form, ObjectNode object) {
        send(exchange, code, form, Forms.plain(form, object));
    }

    private static void send(Exchange exchange, int code, Representation form, byte[] body) {
        if (form.contentType().equals(Exchange.JSON)) {
            exchange.respondJson(code, body);
        } else {
            exchange.respond(code, form.contentType(), body);
        }
    }
}
