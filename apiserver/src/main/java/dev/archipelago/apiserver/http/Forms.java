package dev.archipelago.apiserver.http;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.objects.Json;
import dev.archipelago.api.yaml.YamlWriter;
import dev.archipelago.apiserver.catalog.ServedResource;
import dev.archipelago.apiserver.protobuf.ProtobufEncoder;
import dev.archipelago.apiserver.registry.Page;
import dev.archipelago.apiserver.request.Query;
import dev.archipelago.apiserver.table.IncludeObject;
import dev.archipelago.apiserver.table.TableWriter;
import java.io.ByteArrayOutputStream;
import java.time.InstantSource;
import java.util.List;
import java.util.function.IntFunction;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Objects in forms other than the stored bytes.
final class Forms {
    private final InstantSource clock;

    Forms(InstantSource clock) {
        this.clock = clock;
    }

    /// Refuses what could not be written in this form, before anything is.
    static void check(Query query, Representation form) {
        if (form.form() == Representation.Form.TABLE) {
            IncludeObject.parse(query.text("includeObject"));
        }
    }

    /// An object of a built-in kind as it is.
    static byte[] plain(Representation form, ObjectNode object) {
        return switch (form.form()) {
            case YAML -> YamlWriter.write(object);
            case PROTOBUF, PARTIAL_PROTOBUF -> ProtobufEncoder.encode(object);
            case JSON, TABLE, PARTIAL -> Json.bytes(object);
        };
    }

    byte[] object(Query query, Representation form, ServedResource resource, ObjectNode served) {
        return switch (form.form()) {
            case JSON, YAML, PROTOBUF -> plain(form, served);
            case PARTIAL -> Json.bytes(partial(form, served));
            case PARTIAL_PROTOBUF -> ProtobufEncoder.encode(partial(form, served));
            case TABLE -> {
                ByteArrayOutputStream out = new ByteArrayOutputStream();
                table(query, form, resource).writeObject(served, out);
                yield out.toByteArray();
            }
        };
    }

    byte[] list(Query query, Representation form, ServedResource resource, Page page, List<ObjectNode> served) {
        return switch (form.form()) {
            case JSON -> Json.bytes(list(resource, page, served));
            case YAML -> YamlWriter.write(list(resource, page, served));
            case PARTIAL -> {
                List<ObjectNode> partial =
                        served.stream().map(item -> partial(form, item)).toList();
                yield Json.bytes(list("meta.k8s.io/" + form.metaVersion(), "PartialObjectMetadataList", page, partial));
            }
            case TABLE -> {
                ByteArrayOutputStream out = new ByteArrayOutputStream();
                Long remaining = page.remaining().isPresent() ? page.remaining().getAsLong() : null;
                var metadata =
                        new TableWriter.ListMetadata(Long.toString(page.revision()), page.continueToken(), remaining);
                table(query, form, resource).writeList(metadata, served, out);
                yield out.toByteArray();
            }
            case PROTOBUF, PARTIAL_PROTOBUF -> protobufList(form, resource, page, served.size(), served::get);
        };
    }

    /// A list of objects each of which is asked for once, and not kept.
    static byte[] protobufList(
            Representation form, ServedResource resource, Page page, int size, IntFunction<ObjectNode> served) {
        ObjectNode metadata = ListWriter.metadata(page);
        return form.form() == Representation.Form.PARTIAL_PROTOBUF
                ? ProtobufEncoder.list(
                        "meta.k8s.io/" + form.metaVersion(), "PartialObjectMetadata", metadata, size, served)
                : ProtobufEncoder.list(
                        resource.kind().apiVersion(), resource.kind().kind(), metadata, size, served);
    }

    /// A watch event, with its line end if it is text.
    ///
    /// @param first whether it is the first of its watch
    byte[] event(
            Query query, Representation form, ServedResource resource, String type, ObjectNode served, boolean first) {
        if (form.form() == Representation.Form.TABLE) {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            table(query, form, resource).writeEvent(type, served, first, out);
            out.write('\n');
            return out.toByteArray();
        }
        return switch (form.form()) {
            case PROTOBUF -> ProtobufEncoder.event(type, ProtobufEncoder.encode(served));
            case PARTIAL_PROTOBUF -> ProtobufEncoder.event(type, ProtobufEncoder.encode(partial(form, served)));
            case PARTIAL -> EventFrames.wrap(type, Json.bytes(partial(form, served)));
            case JSON, YAML, TABLE -> EventFrames.wrap(type, Json.bytes(served));
        };
    }

    /// The event that ends a watch before its time.
    static byte[] error(Representation form, ApiException reason) {
        ObjectNode status = StatusBody.failure(reason);
        return form.isProtobuf()
                ? ProtobufEncoder.event("ERROR", ProtobufEncoder.encode(status))
                : EventFrames.wrap("ERROR", Json.bytes(status));
    }

    private TableWriter table(Query query, Representation form, ServedResource resource) {
        return new TableWriter(
                resource.table(),
                "meta.k8s.io/" + form.metaVersion(),
                IncludeObject.parse(query.text("includeObject")),
                clock);
    }

    private static ObjectNode partial(Representation form, ObjectNode served) {
        ObjectNode partial = Json.object()
                .put("kind", "PartialObjectMetadata")
                .put("apiVersion", "meta.k8s.io/" + form.metaVersion());
        partial.set("metadata", served.path("metadata"));
        return partial;
    }

    private static ObjectNode list(ServedResource resource, Page page, List<ObjectNode> served) {
        if (!resource.custom()) {
            // The list says it for all of them.
            served.forEach(item -> item.remove(List.of("apiVersion", "kind")));
        }
        return list(resource.kind().apiVersion(), resource.kind().listKind(), page, served);
    }

    private static ObjectNode list(String apiVersion, String kind, Page page, List<? extends JsonNode> items) {
        ObjectNode list = Json.object().put("kind", kind).put("apiVersion", apiVersion);
        list.set("metadata", ListWriter.metadata(page));
        list.putArray("items").addAll(items);
        return list;
    }
}
