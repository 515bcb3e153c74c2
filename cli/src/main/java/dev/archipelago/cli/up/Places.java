package dev.archipelago.cli.up;

import dev.archipelago.api.objects.Json;
import dev.archipelago.apiserver.pki.DurableFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.node.ObjectNode;

/// The index of each cluster in a data directory, which determines its ports and load balancer addresses. A cluster
/// keeps its index for good, even while it is not run, since kubeconfigs and DNS records refer to it.
record Places(Map<String, Integer> byName) {
    /// The load balancers of the last index have addresses in 127.255.0.0/16.
    static final int PLACES_MAX = 190;

    private static final String FILE = "places.json";

    Places {
        byName = Map.copyOf(byName);
    }

    static Places open(Path data) throws IOException {
        Path file = data.resolve(FILE);
        Map<String, Integer> places = new TreeMap<>();
        if (Files.exists(file)) {
            try {
                Json.parse(Files.readAllBytes(file))
                        .properties()
                        .forEach(entry ->
                                places.put(entry.getKey(), entry.getValue().asInt()));
            } catch (JacksonException e) {
                throw new IOException(file + " cannot be read: " + e.getMessage(), e);
            }
        }
        return new Places(places);
    }

    /// Assigns the first free index to each cluster without one.
    Places with(List<String> clusters) throws IOException {
        Map<String, Integer> places = new TreeMap<>(byName);
        for (String cluster : clusters) {
            places.computeIfAbsent(cluster, name -> firstFree(places.values()));
        }
        int highest = places.values().stream().mapToInt(place -> place).max().orElse(0);
        if (highest >= PLACES_MAX) {
            throw new IOException("one data directory has room for " + PLACES_MAX + " clusters, also counting those"
                    + " that are not run now: " + places.keySet());
        }
        return new Places(places);
    }

    private static int firstFree(Collection<Integer> taken) {
        int place = 0;
        while (taken.contains(place)) {
            place++;
        }
        return place;
    }

    void save(Path data) throws IOException {
        ObjectNode json = Json.object();
        new TreeMap<>(byName).forEach(json::put);
        DurableFiles.writeSecret(data.resolve(FILE), json.toString());
    }

    int of(String cluster) {
        Integer place = byName.get(cluster);
        if (place == null) {
            throw new IllegalArgumentException("cluster " + cluster + " has no place");
        }
        return place;
    }
}
