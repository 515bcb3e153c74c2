package dev.archipelago.apiserver.rehearsal;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import javax.net.ssl.SSLContext;

/// Sends a server requests like those that servers get.
public final class Rehearsal {
    private static final int AT_ONCE = 16;
    private static final long ANSWER_SECONDS_MAX = 5;
    private static final String PODS = "/api/v1/namespaces/default/pods";

    private final String pod;

    private Rehearsal() throws IOException {
        try (InputStream in = Objects.requireNonNull(Rehearsal.class.getResourceAsStream("pod.json"))) {
            pod = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /// Lives a short life on a server whose objects nobody needs: creates, reads, changes, lists, watches and
    /// deletes.
    ///
    /// @param tls trusts the server
    /// @param token of one who may do anything
    public static void run(SSLContext tls, int port, String token, int objects) throws Exception {
        Rehearsal rehearsal = new Rehearsal();
        var server = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        try (LoopbackClient client = new LoopbackClient(tls, server, token)) {
            for (int watcher = 0; watcher < AT_ONCE; watcher++) {
                client.watch(Call.get(PODS + "?watch=true")).get(ANSWER_SECONDS_MAX, TimeUnit.SECONDS);
            }
            all(client, objects, i -> Call.create(PODS, rehearsal.pod("r-" + i)));
            all(client, objects, i -> Call.get(PODS + "/r-" + i));
            all(client, objects, i -> Call.mergePatch(PODS + "/r-" + i, annotation(i)));
            all(client, AT_ONCE, i -> Call.get(PODS + "?resourceVersion=0"));
            all(client, objects, i -> Call.delete(PODS + "/r-" + i + "?gracePeriodSeconds=0"));
        }
    }

    private String pod(String name) {
        return pod.replace("NAME", name);
    }

    private static String annotation(int number) {
        return "{\"metadata\":{\"annotations\":{\"example/turn\":\"" + number + "\"}}}";
    }

    private static void all(LoopbackClient client, int count, IntFunction<Call> calls) throws Exception {
        for (int i = 0; i < count; i += AT_ONCE) {
            atOnce(client, i, calls);
        }
    }

    private static void atOnce(LoopbackClient client, int from, IntFunction<Call> calls) throws Exception {
        List<CompletableFuture<Integer>> answers = new ArrayList<>(AT_ONCE);
        for (int i = from; i < from + AT_ONCE; i++) {
            answers.add(client.send(calls.apply(i)));
        }
        for (CompletableFuture<Integer> answer : answers) {
            answer.get(ANSWER_SECONDS_MAX, TimeUnit.SECONDS);
        }
    }
}
