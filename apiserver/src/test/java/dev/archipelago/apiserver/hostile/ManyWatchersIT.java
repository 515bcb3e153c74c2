package dev.archipelago.apiserver.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Two thousand watchers, of which half do not read. Those are dropped, and the others miss nothing.
class ManyWatchersIT {
    private static final Logger log = LoggerFactory.getLogger(ManyWatchersIT.class);
    private static final int CONNECTIONS = 10;
    private static final int STREAMS = 100;
    private static final int DEAF_CONNECTIONS = 20;
    private static final int EVENTS = 200;
    private static final int HEAVY_EVENTS = 40;
    private static final long HELD_BYTES_MAX = 150 << 20;

    @Test
    void halfOfWhichDoNotReadAreNoBurden(@TempDir Path directory) throws Exception {
        try (Victim victim = Victim.start(directory);
                Deaf deaf = new Deaf();
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            create(victim, "light");
            create(victim, "heavy");
            long before = Memory.heldBytes();
            deaf.watch(victim);
            List<Http2Wire> readers = new ArrayList<>();
            List<Future<Integer>> read = new ArrayList<>();
            for (int i = 0; i < CONNECTIONS; i++) {
                Http2Wire wire = new Http2Wire(victim, 1 << 30);
                watch(wire, "light");
                readers.add(wire);
                read.add(threads.submit(() -> read(wire)));
            }
            int all = CONNECTIONS * STREAMS + deaf.size();
            while (victim.watches() < all) {
                Thread.sleep(10);
            }
            log.info("{} watches hold {} bytes each", all, (Memory.heldBytes() - before) / all);

            for (int i = 0; i < EVENTS; i++) {
                change(victim, "light", 500 + i);
                if (i % (EVENTS / HEAVY_EVENTS) == 0) {
                    change(victim, "heavy", 500_000 + i);
                }
            }
            for (Future<Integer> reader : read) {
                assertThat(reader.get()).isEqualTo(STREAMS * EVENTS);
            }
            while (victim.watches() > CONNECTIONS * STREAMS) {
                Thread.sleep(10); // until the last of those that do not read is dropped
            }
            long held = Memory.heldBytes() - before;
            log.info("after {} events, half of them unread, {} kB are held", all * EVENTS, held >> 10);
            assertThat(held).isLessThan(HELD_BYTES_MAX);
            victim.assertUnharmed();
            for (Http2Wire wire : readers) {
                wire.close();
            }
        }
    }

    private static String path(String namespace) {
        return "/api/v1/namespaces/" + namespace + "/configmaps";
    }

    private static void create(Victim victim, String namespace) {
        victim.client().post("/api/v1/namespaces", "{\"metadata\":{\"name\":\"" + namespace + "\"}}");
        assertThat(victim.client()
                        .post(path(namespace), "{\"metadata\":{\"name\":\"it\"}}")
                        .code())
                .isEqualTo(201);
    }

    private static void change(Victim victim, String namespace, int length) {
        String patch = "{\"data\":{\"k\":\"" + "x".repeat(length) + "\"}}";
        assertThat(victim.client().merge(path(namespace) + "/it", patch).code()).isEqualTo(200);
    }

    private static void watch(Http2Wire wire, String namespace) throws IOException {
        for (int i = 0; i < STREAMS; i++) {
            wire.request("GET", path(namespace) + "?watch=1", true);
        }
    }

    /// Counts the changes that come on all streams of a connection, until there are as many as there should be.
    private static int read(Http2Wire wire) throws IOException {
        int lines = 0;
        while (lines < STREAMS * (EVENTS + 1)) {
            Http2Wire.Frame frame = wire.next();
            if (frame.type() == Http2Wire.DATA) {
                for (byte b : frame.payload()) {
                    lines += b == '\n' ? 1 : 0;
                }
            }
        }
        return lines - STREAMS; // each began with the object as it was
    }

    /// Those that do not read: over HTTP/2 they do not let the server send, over HTTP/1.1 they leave it unread.
    private static final class Deaf implements AutoCloseable {
        private final List<Http2Wire> wires = new ArrayList<>();
        private final List<Wire> plain = new ArrayList<>();

        void watch(Victim victim) throws IOException {
            for (int i = 0; i < CONNECTIONS; i++) {
                Http2Wire wire = new Http2Wire(victim, 10_000);
                ManyWatchersIT.watch(wire, "heavy");
                wires.add(wire);
            }
            for (int i = 0; i < DEAF_CONNECTIONS; i++) {
                Wire wire = victim.connect("http/1.1", 4096);
                wire.send("GET " + path("heavy") + "?watch=1 HTTP/1.1\r\nHost: localhost\r\n" + victim.authorization()
                        + "\r\n\r\n");
                plain.add(wire);
            }
        }

        int size() {
            return wires.size() * STREAMS + plain.size();
        }

        @Override
        public void close() throws IOException {
            for (Http2Wire wire : wires) {
                wire.close();
            }
            for (Wire wire : plain) {
                wire.close();
            }
        }
    }
}
