package dev.archipelago.apiserver.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/// Watchers that hang up although there is nothing to tell them.
@ExtendWith(SharedVictim.class)
@Timeout(60)
class DepartedWatchersIT {
    private static final String WATCH = "/api/v1/namespaces/departed/configmaps?watch=1";

    private final Victim victim;

    DepartedWatchersIT(Victim victim) {
        this.victim = victim;
    }

    @Test
    void areForgottenAtOnceOverHttp1() throws Exception {
        int before = victim.watches();
        for (int i = 0; i < 20; i++) {
            try (Wire wire = victim.connect()) {
                wire.send("GET " + WATCH + " HTTP/1.1\r\nHost: localhost\r\n" + victim.authorization() + "\r\n\r\n");
                assertThat(wire.head().status()).isEqualTo(200);
            }
        }
        awaitOpen(before);
        victim.assertUnharmed();
    }

    @Test
    void areForgottenAtOnceOverHttp2() throws Exception {
        int before = victim.watches();
        try (Http2Wire wire = new Http2Wire(victim, 1 << 16)) {
            for (int i = 0; i < 20; i++) {
                wire.request("GET", WATCH, true);
            }
            int answered = 0;
            while (answered < 20) {
                answered += wire.next().type() == Http2Wire.HEADERS ? 1 : 0;
            }
        }
        awaitOpen(before);
        victim.assertUnharmed();
    }

    /// The server notices in the middle of a write, and must not wait there for the end of that write.
    @Test
    void mayLeaveWhileEventsAreSent() throws Exception {
        int before = victim.watches();
        String objects = "/api/v1/namespaces/default/configmaps";
        String data = "{\"data\":{\"much\":\"" + "x".repeat(20_000) + "\"}}";
        victim.client().post(objects, "{\"metadata\":{\"name\":\"busy\"}}");
        AtomicBoolean over = new AtomicBoolean();
        try (ExecutorService writers = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 4; i++) {
                String number = "{\"metadata\":{\"labels\":{\"writer\":\"" + i + "\"}}}";
                writers.execute(() -> {
                    while (!over.get()) {
                        victim.client().merge(objects + "/busy", number);
                        victim.client().merge(objects + "/busy", data);
                    }
                });
            }
            for (int i = 0; i < 500; i++) {
                try (Wire wire = victim.connect()) {
                    wire.send("GET " + objects + "?watch=1 HTTP/1.1\r\nHost: localhost\r\n" + victim.authorization()
                            + "\r\n\r\n");
                    assertThat(wire.head().status()).isEqualTo(200);
                }
            }
            over.set(true);
        }
        awaitOpen(before);
        victim.assertUnharmed();
    }

    /// After the last version there is nothing to watch for, but waiting is not forbidden.
    @Test
    void mayBeginAtTheLastVersionThereCanBe() throws Exception {
        int before = victim.watches();
        Reply reply = victim.ask("GET", WATCH + "&resourceVersion=" + Long.MAX_VALUE + "&timeoutSeconds=1", "", "");
        assertThat(reply.status()).isEqualTo(200);
        awaitOpen(before);
        victim.assertUnharmed();
    }

    /// A watch that ends in time does so in good order, and tells the client that the connection goes with it.
    @Test
    void thatStayAreToldWhenItIsOver() throws IOException {
        Reply reply = victim.ask("GET", WATCH + "&timeoutSeconds=1", "", "");
        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.text()).isEmpty();
        assertThat(reply.closes()).isTrue();
    }

    private void awaitOpen(int expected) throws InterruptedException {
        while (victim.watches() > expected) {
            Thread.sleep(10);
        }
    }
}
