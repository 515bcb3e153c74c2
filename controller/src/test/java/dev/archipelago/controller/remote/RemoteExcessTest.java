package dev.archipelago.controller.remote;

import static dev.archipelago.controller.testing.Things.CONFIG_MAPS;
import static dev.archipelago.controller.testing.Things.PODS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.Reason;
import dev.archipelago.api.objects.AnyObject;
import dev.archipelago.api.objects.Key;
import dev.archipelago.controller.testing.RecordingWatcher;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Servers that exceed the limits, or redirect to other servers.
@Timeout(60)
class RemoteExcessTest {
    private static final Key ONE = new Key("default", "one");
    private static final String MAP = "{'metadata':{'namespace':'default','name':'%s','resourceVersion':'%d'},"
            + "'data':{'a':'" + "x".repeat(1000) + "'}}";
    private static final Transport.Limits PATIENT =
            new Transport.Limits(Duration.ofSeconds(30), Duration.ofSeconds(30), Duration.ofSeconds(15));
    private static final AnswerLimits.Limits LIMITS =
            new AnswerLimits.Limits(64 << 10, 20, 256 << 10, Duration.ofMinutes(1));

    @TempDir
    private Path directory;

    private FakeServer server;
    private RemoteClusterApi api;

    @BeforeEach
    void start() throws IOException {
        server = new FakeServer();
        api = RemoteClusterApi.connect(
                server.kubeconfig(directory, "{token: secret}"), "manager", "tester/2.0", PATIENT, LIMITS);
    }

    @AfterEach
    void stop() {
        api.close();
        server.close();
    }

    private static String failure(Reason reason, ThrowingCallable call) {
        ApiException failure = catchThrowableOfType(ApiException.class, call);
        assertThat(failure).isNotNull();
        assertThat(failure.reason()).as(failure.getMessage()).isEqualTo(reason);
        return String.valueOf(failure.getMessage());
    }

    private String notReady() {
        server.answer(200, "ok");
        return failure(Reason.REQUEST_ENTITY_TOO_LARGE, api::checkReady);
    }

    private static String page(int number, String more, String item) {
        return "{'metadata':{'resourceVersion':'" + (10 + number) + "','continue':'" + more + "'},'items':[" + item
                + "]}";
    }

    /// Writes until the client closes the connection.
    private static FakeServer.Answer endless(String first, String piece, CountDownLatch ended) {
        byte[] bytes = piece.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
        return exchange -> {
            try {
                exchange.sendResponseHeaders(200, 0);
                exchange.getResponseBody().write(first.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
                while (true) {
                    exchange.getResponseBody().write(bytes);
                }
            } finally {
                ended.countDown();
            }
        };
    }

    @Test
    void aListWithoutAnEndMakesTheServerNotReadyUntilItEnds() {
        for (int i = 0; i < 20; i++) {
            server.answer(200, page(i, "token" + i, MAP.formatted("m" + i, i + 1)));
        }
        assertThat(failure(Reason.REQUEST_ENTITY_TOO_LARGE, () -> api.list(CONFIG_MAPS)))
                .startsWith("its list of configmaps does not end: 21 pages with 20 objects");
        assertThat(notReady()).startsWith("its list of configmaps does not end");
        server.answer(200, page(30, "", ""));
        assertThat(api.list(PODS).objects()).isEmpty();
        assertThat(notReady()).startsWith("its list of configmaps does not end");
    }

    @Test
    void aPageThatLeadsToItselfIsNotFollowed() {
        server.answer(200, page(1, "same", "")).answer(200, page(2, "same", ""));
        assertThat(failure(Reason.REQUEST_ENTITY_TOO_LARGE, () -> api.list(CONFIG_MAPS)))
                .contains("does not end");
        server.answer(200, page(3, "", "")).answer(200, "ok");
        assertThat(api.list(CONFIG_MAPS).objects()).isEmpty();
        api.checkReady();
    }

    @Test
    void aListThatIsTooLongToKeepIsNotKept() {
        String items = String.join(",", java.util.Collections.nCopies(40, MAP.formatted("m", 1)));
        for (int i = 0; i < 7; i++) {
            server.answer(200, page(i, "token" + i, items));
        }
        assertThat(failure(Reason.REQUEST_ENTITY_TOO_LARGE, () -> api.list(CONFIG_MAPS)))
                .contains("bytes and more", "at most " + LIMITS.keptBytesMax());
        assertThat(notReady()).contains("list of configmaps");
    }

    @Test
    void anAnswerWithoutAnEndIsCutOff() throws Exception {
        CountDownLatch ended = new CountDownLatch(1);
        server.answer(endless("{'a':'", "x".repeat(4096), ended));

        assertThat(failure(Reason.REQUEST_ENTITY_TOO_LARGE, () -> api.get(CONFIG_MAPS, ONE)))
                .contains("it sends more than " + LIMITS.answerBytesMax());
        assertThat(ended.await(30, TimeUnit.SECONDS)).isTrue();
        server.answer(200, MAP.formatted("one", 5));
        assertThat(api.get(CONFIG_MAPS, ONE)).isPresent();
    }

    @Test
    void aPageThatIsTooLongIsAskedForWithFewerObjects() {
        String items = String.join(",", java.util.Collections.nCopies(100, MAP.formatted("m", 1)));
        server.answer(200, page(1, "", items)).answer(200, page(1, "", MAP.formatted("one", 3)));

        assertThat(api.list(CONFIG_MAPS).objects()).extracting(AnyObject::name).containsExactly("one");
        assertThat(server.asked().line()).endsWith("limit=500");
        assertThat(server.asked().line()).endsWith("limit=50");
    }

    @Test
    void anObjectThatIsTooLongMakesTheServerNotReady() {
        String huge = "{'metadata':{'name':'h','resourceVersion':'1'},'data':{'a':'" + "x".repeat(100_000) + "'}}";
        for (int i = 0; i < 4; i++) {
            server.answer(200, page(1, "", huge));
        }
        assertThat(failure(Reason.REQUEST_ENTITY_TOO_LARGE, () -> api.list(CONFIG_MAPS)))
                .isEqualTo("asked for its configmaps, it sends more than 65536 bytes");
        assertThat(notReady()).contains("configmaps");
    }

    @Test
    void aChangeWithoutAnEndEndsTheWatch() throws Exception {
        CountDownLatch ended = new CountDownLatch(1);
        RecordingWatcher watcher = new RecordingWatcher();
        server.answer(endless("{'type':[", "{},{},{},{},{},{},{},{},", ended));

        api.watch(CONFIG_MAPS, 10, watcher);

        assertThat(watcher.next()).isEqualTo("ended REQUEST_ENTITY_TOO_LARGE");
        assertThat(ended.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(notReady()).startsWith("its watch of configmaps tells of a change that does not end");
    }

    @Test
    void aChangeThatCannotBeReadEndsTheWatch() throws Exception {
        RecordingWatcher watcher = new RecordingWatcher();
        for (int i = 0; i < 2; i++) {
            server.answer(endless("", "{'type':[", new CountDownLatch(1)));
        }

        api.watch(CONFIG_MAPS, 10, watcher);

        assertThat(watcher.next()).isEqualTo("ended REQUEST_ENTITY_TOO_LARGE");
        assertThat(notReady()).startsWith("its watch of configmaps tells what cannot be read");
    }

    @Test
    void changesWithoutAnEndLeadToANewList() throws Exception {
        CountDownLatch ended = new CountDownLatch(1);
        RecordingWatcher watcher = new RecordingWatcher();
        server.answer(endless("", "{'type':'ADDED','object':" + MAP.formatted("one", 11) + "}\n", ended));

        api.watch(CONFIG_MAPS, 10, watcher);

        String last = watcher.next();
        for (int i = 0; last.startsWith("changed") && i < 1000; i++) {
            last = watcher.next();
        }
        assertThat(last).isEqualTo("ended EXPIRED");
        assertThat(ended.await(30, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void nobodyIsFollowedElsewhere() throws Exception {
        try (FakeServer elsewhere = new FakeServer()) {
            elsewhere.answer(200, MAP.formatted("one", 5));
            server.answer(exchange -> {
                exchange.getResponseHeaders().add("Location", "http://127.0.0.1:" + elsewhere.port() + "/");
                FakeServer.text(307, "there").give(exchange);
            });
            assertThat(failure(Reason.BAD_REQUEST, () -> api.get(CONFIG_MAPS, ONE)))
                    .contains("answered 307");
            assertThat(elsewhere.isAsked()).isFalse();
        }
    }

    @Test
    void nothingIsUnpacked() throws Exception {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(new byte[10 << 20]);
        }
        server.answer(exchange -> {
            exchange.getResponseHeaders().add("Content-Encoding", "gzip");
            exchange.sendResponseHeaders(200, packed.size());
            exchange.getResponseBody().write(packed.toByteArray());
        });
        assertThat(failure(Reason.INTERNAL_ERROR, () -> api.get(CONFIG_MAPS, ONE)))
                .contains("not a JSON object");
    }
}
