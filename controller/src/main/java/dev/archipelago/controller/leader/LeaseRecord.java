package dev.archipelago.controller.leader;

import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Texts;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The spec of a Lease.
///
/// @param holder empty for none
/// @param renewed by the holder's clock, so only good to detect a change
/// @param transitions how often the holder has changed
record LeaseRecord(String holder, Duration duration, Instant acquired, Instant renewed, int transitions) {
    private static final DateTimeFormatter MICRO_TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);

    static LeaseRecord read(JsonNode lease) {
        JsonNode spec = lease.path("spec");
        return new LeaseRecord(
                spec.path("holderIdentity").asString(""),
                Duration.ofSeconds(spec.path("leaseDurationSeconds").asLong(0)),
                Texts.time(spec.path("acquireTime")).orElse(Instant.EPOCH),
                Texts.time(spec.path("renewTime")).orElse(Instant.EPOCH),
                spec.path("leaseTransitions").asInt(0));
    }

    /// Writes this into a Lease and keeps its other fields.
    void writeTo(ObjectNode lease) {
        ObjectNode spec = lease.get("spec") instanceof ObjectNode there ? there : lease.putObject("spec");
        spec.put("holderIdentity", holder)
                .put("leaseDurationSeconds", duration.toSeconds())
                .put("acquireTime", MICRO_TIME.format(acquired))
                .put("renewTime", MICRO_TIME.format(renewed))
                .put("leaseTransitions", transitions);
    }

    ObjectNode fresh(Key key) {
        ObjectNode lease =
                Json.object().put("apiVersion", "coordination.k8s.io/v1").put("kind", "Lease");
        lease.putObject("metadata").put("namespace", key.namespace()).put("name", key.name());
        writeTo(lease);
        return lease;
    }
}
