package dev.archipelago.apiserver.clients;

import dev.archipelago.apiserver.testing.TestingClient;
import dev.archipelago.apiserver.testing.TestingClient.Answer;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Creates, updates, patches and deletes config maps from several threads, and keeps account of every change that the
/// server made. Each thread has objects of its own, so after a broken connection it can tell what became of a
/// request.
final class Churn {
    private static final int WRITERS = 8;
    private static final int OBJECTS_PER_WRITER = 40;
    private static final long PATIENCE_NANOS = 60_000_000_000L;

    /// A change that was made.
    ///
    /// @param version of the object after it; 0 for a deletion, whose answer does not tell
    record Change(String name, String uid, long version) {
        boolean deletion() {
            return version == 0;
        }
    }

    private final Supplier<TestingClient> server;
    private final String path;
    private final List<Writer> writers = new ArrayList<>();

    /// @param server the one to talk to now; asked again after each failure
    /// @param path of the config maps
    Churn(Supplier<TestingClient> server, String path) {
        this.server = server;
        this.path = path;
        for (int i = 0; i < WRITERS; i++) {
            writers.add(new Writer(i));
        }
    }

    /// Makes about this many changes.
    List<Change> run(int changes) throws Exception {
        List<Future<List<Change>>> running = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Writer writer : writers) {
                running.add(threads.submit(() -> writer.run(changes / WRITERS)));
            }
        }
        List<Change> made = new ArrayList<>();
        for (Future<List<Change>> writer : running) {
            made.addAll(writer.get());
        }
        return made;
    }

    private final class Writer {
        private final int number;
        private final Random random;
        private final @Nullable Seen[] objects = new Seen[OBJECTS_PER_WRITER];
        private final List<Change> made = new ArrayList<>();
        private int value;

        Writer(int number) {
            this.number = number;
            random = new Random(number);
        }

        List<Change> run(int changes) throws InterruptedException {
            made.clear();
            while (made.size() < changes) {
                int object = random.nextInt(OBJECTS_PER_WRITER);
                try {
                    change(object);
                } catch (UncheckedIOException e) {
                    settle(object);
                }
            }
            return List.copyOf(made);
        }

        private void change(int object) {
            String name = "w" + number + "-" + object;
            Seen before = objects[object];
            String data = "\"data\":{\"value\":\"" + number + "." + value++ + "\"}";
            if (before == null) {
                made(object, expect(201, server.get().post(path, """
                        {"metadata":{"name":"%s","labels":{"writer":"w%d"}},%s}""".formatted(name, number, data))));
                return;
            }
            String at = path + '/' + name;
            int choice = random.nextInt(100);
            if (choice < 15) {
                expect(200, server.get().delete(at));
                objects[object] = null;
                made.add(new Change(name, before.uid(), 0));
            } else if (choice < 55) {
                String body = """
                        {"metadata":{"name":"%s","resourceVersion":"%d",\
                        "labels":{"writer":"w%d","turn":"t%d"}},\
                        %s}""".formatted(name, before.version(), number, value, data);
                made(object, expect(200, server.get().put(at, body)));
            } else {
                made(object, expect(200, server.get().merge(at, '{' + data + '}')));
            }
        }

        private Answer expect(int code, Answer answer) {
            if (answer.code() != code) {
                throw new AssertionError("expected " + code + ", got " + answer.code() + ": " + answer.text());
            }
            return answer;
        }

        private void made(int object, Answer answer) {
            Seen now = Seen.of(answer.json());
            objects[object] = now;
            made.add(new Change(now.name(), now.uid(), now.version()));
        }

        /// Finds out whether a request without an answer was carried out.
        private void settle(int object) throws InterruptedException {
            Seen before = objects[object];
            long deadline = System.nanoTime() + PATIENCE_NANOS;
            while (true) {
                try {
                    Answer answer = server.get().get(path + "/w" + number + "-" + object);
                    if (answer.code() == 404 && before != null) {
                        objects[object] = null;
                        made.add(new Change(before.name(), before.uid(), 0));
                    } else if (answer.code() == 200
                            && (before == null
                                    || before.version()
                                            != Seen.of(answer.json()).version())) {
                        made(object, answer);
                    }
                    return;
                } catch (UncheckedIOException e) {
                    if (System.nanoTime() > deadline) {
                        throw new AssertionError("there is no server any more", e);
                    }
                    Thread.sleep(20);
                }
            }
        }
    }
}
