package dev.archipelago.cli;

import dev.archipelago.apiserver.testing.TestingClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/// Follows a list by one watch after another, each resumed at the last resourceVersion.
final class Follower {
    private final String path;
    private final Map<String, Register> state = new TreeMap<>();
    private final Map<String, Integer> written = new HashMap<>();
    private final Map<String, Integer> deleted = new HashMap<>();
    private final List<String> wrong = new ArrayList<>();
    private long lastVersion;
    private long forgottenUpTo;
    private int events;
    private int relists;

    Follower(String path) {
        this.path = path;
    }

    /// Lists at the start, or again when the last resourceVersion has been compacted.
    private void list(TestingClient client) {
        JsonNode list = client.get(path).json();
        state.clear();
        state.putAll(Register.all(list));
        lastVersion = Register.version(list);
        forgottenUpTo = lastVersion;
    }

    /// Follows until the connection breaks.
    void follow(TestingClient client) {
        try {
            if (lastVersion == 0) {
                list(client);
            }
            while (watchOnce(client)) {
                relists++;
                list(client);
            }
        } catch (UncheckedIOException e) {
            // Killed.
        }
    }

    /// @return whether the resourceVersion has been compacted
    private boolean watchOnce(TestingClient client) {
        try (TestingClient.Events stream = client.watch(path + "?watch=true&resourceVersion=" + lastVersion)) {
            while (stream.hasNext()) {
                JsonNode event = stream.next();
                if (event.path("type").asString("").equals("ERROR")) {
                    if (event.path("object").path("code").asInt() != 410) {
                        throw new AssertionError(event);
                    }
                    return true;
                }
                see(event.path("type").asString(""), event.path("object"));
            }
            return false;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private synchronized void see(String type, JsonNode object) {
        Register now = Register.of(object);
        events++;
        if (now.version() <= lastVersion) {
            wrong.add(type + " " + now + " after " + lastVersion);
        }
        lastVersion = now.version();
        Register before = type.equals("DELETED") ? state.remove(now.name()) : state.put(now.name(), now);
        if (type.equals("ADDED") == (before != null)) {
            wrong.add(type + " " + now + " when there was " + before);
        }
        if (type.equals("DELETED")) {
            deleted.merge(now.value().orElseThrow(), 1, Integer::sum);
        } else {
            written.merge(now.value().orElseThrow() + '@' + now.version(), 1, Integer::sum);
        }
    }

    synchronized boolean has(Map<String, Register> expected) {
        return state.equals(expected);
    }

    synchronized int timesWritten(String value, long version) {
        return version <= forgottenUpTo ? 1 : written.getOrDefault(value + '@' + version, 0);
    }

    synchronized int timesDeleted(String value) {
        return relists > 0 ? 1 : deleted.getOrDefault(value, 0);
    }

    synchronized long lastVersion() {
        return lastVersion;
    }

    synchronized List<String> wrong() {
        return List.copyOf(wrong);
    }

    synchronized int events() {
        return events;
    }

    synchronized int relists() {
        return relists;
    }
}
