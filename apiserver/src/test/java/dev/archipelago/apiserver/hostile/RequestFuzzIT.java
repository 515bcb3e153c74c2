package dev.archipelago.apiserver.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.testing.Seeds;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;

/// Requests from seeds: each is answered with something well formed that says what is wrong, none with a fault of the
/// server's own, and it goes on as if nothing had happened.
class RequestFuzzIT {
    private static final int REQUESTS = Integer.getInteger("fuzz.requests", 1500);
    private static final int REQUESTS_BETWEEN_SAMPLES = 100;
    private static final int FAULTS_SHOWN = 10;

    @Seeds(3)
    void answersWhateverIsSent(Random random, @TempDir Path directory) throws Exception {
        try (Victim victim = Victim.start(directory);
                Sender sender = new Sender(victim)) {
            FuzzRequests requests = new FuzzRequests(random, victim.authorization());
            List<String> faults = new ArrayList<>();
            for (int i = 0; i < REQUESTS && faults.size() < FAULTS_SHOWN; i++) {
                if (i % REQUESTS_BETWEEN_SAMPLES == 0) {
                    sender.exchangeAll(requests.samples());
                }
                String fault = sender.fault(requests.next());
                if (!fault.isEmpty()) {
                    faults.add("request " + i + ": " + fault);
                }
            }
            assertThat(faults).isEmpty();
            victim.assertUnharmed();
        }
    }

    /// Keeps a connection as long as the server does.
    private static final class Sender implements AutoCloseable {
        private final Victim victim;
        private Wire wire;
        private String before = "";

        Sender(Victim victim) throws IOException {
            this.victim = victim;
            wire = victim.connect();
        }

        /// What is wrong with the answer; empty when nothing is.
        String fault(FuzzRequest request) throws IOException {
            try {
                Reply reply = exchange(request);
                before = request + "\n" + reply;
                String fault = reply.fault(request.headOnly());
                return fault.isEmpty() ? "" : fault + " for " + request + "\n" + reply;
            } catch (IOException | RuntimeException | AssertionError e) {
                reconnect();
                return e + " for " + request + (e instanceof IOException ? "\nafter " + before : "");
            }
        }

        void exchangeAll(List<FuzzRequest> requests) throws IOException {
            for (FuzzRequest request : requests) {
                exchange(request);
            }
        }

        Reply exchange(FuzzRequest request) throws IOException {
            wire.send(request.bytes());
            if (!request.mayWatch()) {
                return finish(request, wire.reply(request.headOnly()));
            }
            Wire.Head head = wire.head();
            if (head.status() != 200) {
                return finish(request, wire.reply(head, request.headOnly()));
            }
            reconnect();
            return new Reply(200, head.headers(), new byte[0], true);
        }

        private Reply finish(FuzzRequest request, Reply reply) throws IOException {
            if (reply.closes() || request.method().equals("CONNECT")) {
                reconnect();
            }
            return reply;
        }

        private void reconnect() throws IOException {
            wire.close();
            wire = victim.connect();
        }

        @Override
        public void close() throws IOException {
            wire.close();
        }
    }
}
