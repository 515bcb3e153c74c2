package dev.archipelago.federation.membership;

import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Key;
import dev.archipelago.controller.testing.FakeClusterApi;
import dev.archipelago.federation.kinds.Cluster;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ObjectNode;

/// A federation and a cluster in memory.
final class Worlds {
    static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
    static final String ENDPOINT = "https://member.example:6443";
    static final String GRANT = "archipelago-c4-feedbeef";

    final FakeClusterApi federation = cluster("feedbeef-0000");
    final FakeClusterApi member = cluster("cafecafe-0000");
    final List<String> messages = new ArrayList<>();
    Instant tokenExpires = NOW.plus(Duration.ofDays(3650));
    Joining.TokenCheck tokenCheck = token -> {};

    private static FakeClusterApi cluster(String uid) {
        FakeClusterApi api = new FakeClusterApi();
        ObjectNode namespace = Grants.object(Grants.NAMESPACE, Key.global("kube-system"));
        Json.child(namespace, "metadata").put("uid", uid);
        api.create(Grants.NAMESPACE, namespace);
        return api;
    }

    void known(String name, String id, String endpoint) {
        ObjectNode cluster = Grants.object(Cluster.KIND, Key.global(name));
        cluster.putObject("spec").put("id", id).put("apiEndpoint", endpoint);
        federation.create(Cluster.KIND, cluster);
    }

    Joining joining() {
        return new Joining(
                federation,
                new Joining.Newcomer(
                        member,
                        ENDPOINT,
                        "authority",
                        false,
                        (account, lifetime) -> new Joining.Token("token of " + account, tokenExpires),
                        tokenCheck),
                Duration.ZERO,
                InstantSource.fixed(NOW),
                messages::add);
    }

    void join() throws Exception {
        joining().join("c4", Joining.OptionalRights.NONE);
    }

    /// All objects on both sides.
    Map<String, String> everything() {
        Map<String, String> all = new TreeMap<>();
        member.all().forEach(object -> all.put("member " + name(object), object.toString()));
        federation.all().forEach(object -> all.put("federation " + name(object), object.toString()));
        return all;
    }

    private static String name(ObjectNode object) {
        return object.path("kind").asString("")
                + ' '
                + object.path("metadata").path("namespace").asString("")
                + '/'
                + object.path("metadata").path("name").asString("");
    }

    static List<String> writes(FakeClusterApi api) {
        return api.calls().stream().filter(call -> call.startsWith("create ")).collect(Collectors.toList());
    }
}
