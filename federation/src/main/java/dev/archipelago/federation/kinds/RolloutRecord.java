package dev.archipelago.federation.kinds;

import dev.archipelago.api.objects.Json;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.SequencedSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Which revision of its pods each cluster is to run. It is `spec.rollout` of a binding, and only the rollout planner
/// changes it: whatever else renders an object uses the revision that its cluster has here.
///
/// @param newest the revision that the clusters are updated to
/// @param stable the last revision that all clusters had; [Revision#NONE] before there was one
/// @param clusters in the order of their names
public record RolloutRecord(Revision newest, Revision stable, List<Pointer> clusters) {
    /// Before anything was decided.
    public static final RolloutRecord NONE = new RolloutRecord(Revision.NONE, Revision.NONE, List.of());

    public RolloutRecord {
        clusters = List.copyOf(clusters);
    }

    /// A revision of the federation.
    ///
    /// @param number never used for another one
    /// @param name of the ControllerRevision with its pod template
    public record Revision(long number, String name) {
        public static final Revision NONE = new Revision(0, "");

        public boolean isNone() {
            return name.isEmpty();
        }

        static Revision read(JsonNode json) {
            return new Revision(
                    json.path("revision").asLong(0),
                    json.path("controllerRevision").asString(""));
        }

        void writeTo(ObjectNode json) {
            json.put("revision", number);
            if (!name.isEmpty()) {
                json.put("controllerRevision", name);
            }
        }
    }

    /// What one cluster is to run.
    ///
    /// @param revision the number is 0 and the name empty for pods that are there from before any record
    /// @param template a hash of the pod template with what overrides make of it in this cluster
    /// @param next the same for the newest revision
    /// @param earlier the names of the revisions of which there may still be pods
    /// @param since when it was told to run this, as Kubernetes writes it
    /// @param joined whether it was added while the rollout was under way, which it then gets last
    public record Pointer(
            String cluster,
            Revision revision,
            String template,
            String next,
            SequencedSet<String> earlier,
            String since,
            boolean joined) {
        public Pointer {
            earlier = new LinkedHashSet<>(earlier);
        }

        public boolean isNewest() {
            return template.equals(next);
        }

        /// Tells the cluster to run the newest revision.
        public Pointer moved(Revision newest, String now) {
            SequencedSet<String> before = new LinkedHashSet<>(earlier);
            if (!revision.isNone() && !revision.name().equals(newest.name())) {
                before.add(revision.name());
            }
            before.remove(newest.name());
            return new Pointer(cluster, newest, next, next, before, now, false);
        }

        /// The newest revision has the same pods for this cluster.
        public Pointer renumbered(Revision newest) {
            return new Pointer(cluster, newest, template, next, earlier, since, false);
        }

        public Pointer withNext(String hash) {
            return new Pointer(cluster, revision, template, hash, earlier, since, joined);
        }

        /// No pods of earlier revisions are left.
        public Pointer settled() {
            return new Pointer(cluster, revision, template, next, new LinkedHashSet<>(), since, joined);
        }

        static Pointer read(JsonNode json) {
            SequencedSet<String> earlier = new LinkedHashSet<>();
            json.path("earlier").forEach(name -> earlier.add(name.asString("")));
            String template = json.path("template").asString("");
            return new Pointer(
                    json.path("name").asString(""),
                    Revision.read(json),
                    template,
                    json.path("next").asString(template),
                    earlier,
                    json.path("since").asString(""),
                    json.path("joined").asBoolean(false));
        }

        ObjectNode json() {
            ObjectNode json = Json.object().put("name", cluster);
            revision.writeTo(json);
            json.put("template", template);
            if (!isNewest()) {
                json.put("next", next);
            }
            if (!earlier.isEmpty()) {
                json.set("earlier", Json.array(earlier));
            }
            if (!since.isEmpty()) {
                json.put("since", since);
            }
            return joined ? json.put("joined", true) : json;
        }
    }

    /// Reads `spec.rollout`; [#NONE] when it is missing.
    public static RolloutRecord read(JsonNode json) {
        List<Pointer> clusters = new ArrayList<>();
        json.path("clusters").forEach(one -> clusters.add(Pointer.read(one)));
        return new RolloutRecord(Revision.read(json), Revision.read(json.path("stable")), clusters);
    }

    public ObjectNode json() {
        ObjectNode json = Json.object();
        newest.writeTo(json);
        if (!stable.isNone()) {
            stable.writeTo(json.putObject("stable"));
        }
        ArrayNode array = json.putArray("clusters");
        clusters.forEach(pointer -> array.add(pointer.json()));
        return json;
    }

    public boolean isNone() {
        return newest.isNone();
    }

    public Optional<Pointer> of(String cluster) {
        return clusters.stream()
                .filter(pointer -> pointer.cluster().equals(cluster))
                .findFirst();
    }

    /// Whether any cluster has, or may still have, pods of a revision.
    public boolean uses(String name) {
        return newest.name().equals(name)
                || stable.name().equals(name)
                || clusters.stream()
                        .anyMatch(pointer -> pointer.revision().name().equals(name)
                                || pointer.earlier().contains(name));
    }
}
