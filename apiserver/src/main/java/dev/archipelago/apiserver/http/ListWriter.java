package dev.archipelago.apiserver.http;

import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Stored;
import dev.archipelago.apiserver.catalog.ServedResource;
import dev.archipelago.apiserver.objects.StoredObjects;
import dev.archipelago.apiserver.registry.Page;
import dev.archipelago.store.KeyValue;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.http.HttpHeader;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// Writes a list as the concatenation of its stored objects.
final class ListWriter {
    /// How much is handed to the connection at once; also all the memory a slow reader of a long list can hold.
    private static final int CHUNK_BYTES = 128 * 1024;

    private static final byte[] END = "]}\n".getBytes(StandardCharsets.US_ASCII);

    private ListWriter() {}

    static void write(Exchange exchange, ServedResource resource, Page page) {
        byte[] head = head(resource, page);
        Items items = Items.of(resource, page);
        long length = (long) head.length + END.length;
        for (int i = 0; i < items.size(); i++) {
            length += items.length(i) + 1;
        }
        if (items.size() > 0) {
            length--; // no comma after the last
        }
        @Nullable Layout layout = exchange.isForPeople() ? new Layout() : null;
        exchange.begin(200, Exchange.JSON);
        if (layout == null) {
            exchange.response().getHeaders().put(HttpHeader.CONTENT_LENGTH, length);
        }
        try {
            writeBody(new Chunks(exchange, (int) Math.min(length, CHUNK_BYTES), layout), head, items);
        } catch (IOException e) {
            exchange.callback().failed(e);
        }
    }

    private static void writeBody(Chunks chunks, byte[] head, Items items) throws IOException {
        chunks.add(head);
        for (int i = 0; i < items.size(); i++) {
            if (i > 0) {
                chunks.add((byte) ',');
            }
            chunks.add(items, i);
        }
        chunks.add(END);
        chunks.end();
    }

    /// The objects of a page as they go into the list. As in Kubernetes, items of built-in kinds do not say what they
    /// are, since the list does; custom resources say it each.
    private record Items(List<Stored> objects, boolean typed) {

        static Items of(ServedResource resource, Page page) {
            List<Stored> objects = new ArrayList<>(page.entries().size());
            for (KeyValue entry : page.entries()) {
                objects.add(resource.served(StoredObjects.of(entry)));
            }
            return new Items(objects, !resource.custom());
        }

        int size() {
            return objects.size();
        }

        int length(int index) {
            return typed ? objects.get(index).itemLength() : objects.get(index).length();
        }

        int copyTo(int index, byte[] target, int position) {
            Stored object = objects.get(index);
            return typed ? object.copyItemTo(target, position) : object.copyTo(target, position);
        }
    }

    private static byte[] head(ServedResource resource, Page page) {
        ObjectNode list = Json.object()
                .put("kind", resource.kind().listKind())
                .put("apiVersion", resource.kind().apiVersion());
        list.set("metadata", metadata(page));
        String text = list.toString();
        return (text.substring(0, text.length() - 1) + ",\"items\":[").getBytes(StandardCharsets.UTF_8);
    }

    static ObjectNode metadata(Page page) {
        ObjectNode metadata = Json.object().put("resourceVersion", Long.toString(page.revision()));
        if (!page.continueToken().isEmpty()) {
            metadata.put("continue", page.continueToken());
        }
        page.remaining().ifPresent(remaining -> metadata.put("remainingItemCount", remaining));
        return metadata;
    }

    /// Collects bytes and sends them chunk by chunk, waiting for the connection to take each.
    private static final class Chunks {
        private final Exchange exchange;
        private final @Nullable Layout layout;
        private byte[] chunk;
        private int used;

        Chunks(Exchange exchange, int bytes, @Nullable Layout layout) {
            this.exchange = exchange;
            this.chunk = new byte[bytes];
            this.layout = layout;
        }

        void add(byte b) throws IOException {
            makeRoom(1);
            chunk[used++] = b;
        }

        void add(byte[] bytes) throws IOException {
            makeRoom(bytes.length);
            System.arraycopy(bytes, 0, chunk, used, bytes.length);
            used += bytes.length;
        }

        void add(Items items, int index) throws IOException {
            makeRoom(items.length(index));
            used = items.copyTo(index, chunk, used);
        }

        private void makeRoom(int bytes) throws IOException {
            if (chunk.length - used >= bytes) {
                return;
            }
            exchange.send(piece());
            used = 0;
            if (bytes > chunk.length) {
                chunk = new byte[bytes];
            }
        }

        void end() {
            exchange.sendLast(piece());
        }

        private ByteBuffer piece() {
            return layout == null ? ByteBuffer.wrap(chunk, 0, used) : ByteBuffer.wrap(layout.next(chunk, 0, used));
        }
    }
}
