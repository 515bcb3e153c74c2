package dev.archipelago.federation.sync;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// Lists the paths of fields that differ, for messages. Values are left out, as some are secret.
final class Differences {
    private static final int PATHS_MAX = 5;
    private static final int PATH_LENGTH_MAX = 120;

    private final List<String> paths = new ArrayList<>();
    private boolean more;

    private Differences() {}

    /// Such as `spec.replicas, metadata.labels[app.kubernetes.io/name] and more`; empty when all wanted
    /// fields are there.
    static String between(JsonNode wanted, JsonNode found) {
        Differences differences = new Differences();
        differences.compare("", wanted, found);
        return String.join(", ", differences.paths) + (differences.more ? " and more" : "");
    }

    private void compare(String path, JsonNode wanted, JsonNode found) {
        if (more || Drift.holds(wanted, found)) {
            return;
        }
        if (wanted.isObject() && found.isObject()) {
            wanted.properties().forEach(field -> {
                JsonNode there = found.path(field.getKey());
                if (!Drift.holdsField(field.getValue(), there)) {
                    compare(at(path, field.getKey()), field.getValue(), there);
                }
            });
        } else if (wanted.isArray()
                && found.isArray()
                && wanted.size() == found.size()
                && areNamedAlike(wanted, found)) {
            for (int i = 0; i < wanted.size(); i++) {
                compare(path + '[' + nameOf(wanted.get(i), i) + ']', wanted.get(i), found.get(i));
            }
        } else {
            add(path);
        }
    }

    private void add(String path) {
        if (paths.size() == PATHS_MAX) {
            more = true;
        } else {
            paths.add(path.length() <= PATH_LENGTH_MAX ? path : path.substring(0, PATH_LENGTH_MAX) + "…");
        }
    }

    private static String at(String path, String field) {
        boolean plain = field.indexOf('.') < 0 && field.indexOf('/') < 0;
        if (path.isEmpty()) {
            return field;
        }
        return plain ? path + '.' + field : path + '[' + field + ']';
    }

    /// Whether the elements of two lists have the same names in the same order, and so correspond to each other.
    private static boolean areNamedAlike(JsonNode wanted, JsonNode found) {
        for (int i = 0; i < wanted.size(); i++) {
            if (!wanted.get(i).path("name").equals(found.get(i).path("name"))) {
                return false;
            }
        }
        return true;
    }

    private static String nameOf(JsonNode element, int place) {
        return element.path("name").asString(Integer.toString(place));
    }
}
