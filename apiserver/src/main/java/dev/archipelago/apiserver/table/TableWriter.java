package dev.archipelago.apiserver.table;

import java.io.OutputStream;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Writes objects of one kind as a `meta.k8s.io` Table, row by row.
public final class TableWriter {
    private static final JsonMapper JSON =
            JsonMapper.builder().disable(StreamWriteFeature.AUTO_CLOSE_TARGET).build();
    private static final String INITIAL_EVENTS_END = "k8s.io/initial-events-end";

    private final Table table;
    private final String apiVersion;
    private final IncludeObject includeObject;
    private final InstantSource clock;

    /// The metadata of a list.
    ///
    /// @param continueToken empty on the last page
    /// @param remainingItemCount null where it is not known
    public record ListMetadata(
            String resourceVersion,
            String continueToken,
            @Nullable Long remainingItemCount) {
        public static ListMetadata of(String resourceVersion) {
            return new ListMetadata(resourceVersion, "", null);
        }
    }

    /// A writer for one request.
    ///
    /// @param apiVersion of the Table: `meta.k8s.io/v1` or `meta.k8s.io/v1beta1`
    /// @param clock what ages are reckoned from
    public TableWriter(Table table, String apiVersion, IncludeObject includeObject, InstantSource clock) {
        this.table = table;
        this.apiVersion = apiVersion;
        this.includeObject = includeObject;
        this.clock = clock;
    }

    /// Writes a list, taking its objects one at a time.
    public void writeList(ListMetadata metadata, Iterable<? extends JsonNode> objects, OutputStream target) {
        try (JsonGenerator out = JSON.createGenerator(target)) {
            begin(metadata, true, out);
            Cells cells = new Cells(out, clock.instant());
            for (JsonNode object : objects) {
                writeRow(object, cells, out);
            }
            end(out);
        }
    }

    /// Writes a single object.
    public void writeObject(JsonNode object, OutputStream target) {
        try (JsonGenerator out = JSON.createGenerator(target)) {
            writeSingle(object, true, out);
        }
    }

    /// Writes a watch event that carries an object.
    ///
    /// @param first whether it is the first of its watch, the only one to have column definitions
    public void writeEvent(String type, JsonNode object, boolean first, OutputStream target) {
        try (JsonGenerator out = JSON.createGenerator(target)) {
            out.writeStartObject();
            out.writeStringProperty("type", type);
            out.writeName("object");
            writeSingle(object, first, out);
            out.writeEndObject();
        }
    }

    private void writeSingle(JsonNode object, boolean headers, JsonGenerator out) {
        begin(ListMetadata.of(Values.text(object, "metadata", "resourceVersion")), headers, out);
        writeRow(object, new Cells(out, clock.instant()), out);
        end(out);
    }

    private void begin(ListMetadata metadata, boolean headers, JsonGenerator out) {
        out.writeStartObject();
        out.writeStringProperty("kind", "Table");
        out.writeStringProperty("apiVersion", apiVersion);
        out.writeObjectPropertyStart("metadata");
        if (!metadata.resourceVersion.isEmpty()) {
            out.writeStringProperty("resourceVersion", metadata.resourceVersion);
        }
        if (!metadata.continueToken.isEmpty()) {
            out.writeStringProperty("continue", metadata.continueToken);
        }
        if (metadata.remainingItemCount != null) {
            out.writeNumberProperty("remainingItemCount", metadata.remainingItemCount);
        }
        out.writeEndObject();
        if (headers) {
            writeColumns(out);
        } else {
            out.writeNullProperty("columnDefinitions");
        }
        out.writeArrayPropertyStart("rows");
    }

    private void writeColumns(JsonGenerator out) {
        out.writeArrayPropertyStart("columnDefinitions");
        for (Column column : table.columns()) {
            out.writeStartObject();
            out.writeStringProperty("name", column.name());
            out.writeStringProperty("type", column.type());
            out.writeStringProperty("format", column.format());
            out.writeStringProperty("description", column.description());
            out.writeNumberProperty("priority", column.priority());
            out.writeEndObject();
        }
        out.writeEndArray();
    }

    private void writeRow(JsonNode object, Cells cells, JsonGenerator out) {
        out.writeStartObject();
        out.writeArrayPropertyStart("cells");
        table.printer().print(object, cells);
        out.writeEndArray();
        Printer.Completion completion = table.printer().completion(object);
        if (completion != null) {
            writeCompletion(completion, out);
        }
        out.writeName("object");
        switch (includeObject) {
            case OBJECT -> out.writeTree(object);
            case METADATA -> writeMetadata(object, out);
            case NONE -> {
                // The end of the initial events is told by an annotation, which no client may miss.
                if (Values.text(object, "metadata", "annotations", INITIAL_EVENTS_END)
                        .equals("true")) {
                    writeMetadata(object, out);
                } else {
                    out.writeNull();
                }
            }
        }
        out.writeEndObject();
    }

    private static void writeCompletion(Printer.Completion completion, JsonGenerator out) {
        out.writeArrayPropertyStart("conditions");
        out.writeStartObject();
        out.writeStringProperty("type", "Completed");
        out.writeStringProperty("status", "True");
        out.writeStringProperty("reason", completion.reason());
        out.writeStringProperty("message", completion.message());
        out.writeEndObject();
        out.writeEndArray();
    }

    private void writeMetadata(JsonNode object, JsonGenerator out) {
        out.writeStartObject();
        out.writeStringProperty("kind", "PartialObjectMetadata");
        out.writeStringProperty("apiVersion", apiVersion);
        out.writeName("metadata");
        JsonNode metadata = object.path("metadata");
        if (metadata.isObject()) {
            out.writeTree(metadata);
        } else {
            out.writeStartObject();
            out.writeEndObject();
        }
        out.writeEndObject();
    }

    private static void end(JsonGenerator out) {
        out.writeEndArray();
        out.writeEndObject();
    }
}
