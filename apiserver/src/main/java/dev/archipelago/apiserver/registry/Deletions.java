package dev.archipelago.apiserver.registry;

import dev.archipelago.api.cluster.DeleteOptions;
import dev.archipelago.api.cluster.DeleteOptions.Propagation;
import dev.archipelago.api.objects.Meta;
import dev.archipelago.apiserver.catalog.ServedResource;
import dev.archipelago.apiserver.catalog.Traits.Deletion;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Decides what a delete means for an object as it is now. Pure.
final class Deletions {
    private static final Set<String> ORPHANING = Set.of("v1/ReplicationController", "batch/v1/Job");
    /// Some decades: the end must be a time that can be written.
    private static final long GRACE_SECONDS_MAX = Integer.MAX_VALUE;

    private static final String GRACE = "deletionGracePeriodSeconds";
    private static final String TIMESTAMP = "deletionTimestamp";

    private Deletions() {}

    enum Verdict {
        /// nothing holds the object any more
        REMOVE,
        /// the object was changed, and others must act before it can go
        MARK,
        /// it is being deleted already and this request adds nothing
        PENDING
    }

    /// Brings `object` into the state it has once the delete is accepted.
    static Verdict decide(ServedResource resource, ObjectNode object, DeleteOptions options, Instant now) {
        Grace grace =
                resource.rules().traits().deletion() == Deletion.POD ? podGrace(object, options, now) : Grace.NONE;
        if (grace == Grace.PENDING) {
            return Verdict.PENDING;
        }
        if (!Meta.deleting(object)) {
            resource.rules().prepareForDelete(object, now);
        }
        List<String> before = Meta.finalizers(object);
        List<String> finalizers =
                finalizersFor(resource, before, options.propagation().or(() -> byDefault(resource, before)));
        if (!finalizers.equals(before)) {
            Meta.finalizers(object, finalizers);
        }
        if (grace == Grace.STARTED) {
            return graceIsOver(object) && finalizers.isEmpty() ? Verdict.REMOVE : Verdict.MARK;
        }
        if (finalizers.isEmpty() && isEmptied(resource, object)) {
            return Verdict.REMOVE;
        }
        boolean first = !Meta.deleting(object);
        markAsDeleting(object, now);
        if (resource.rules().traits().deletion() == Deletion.NAMESPACE) {
            object.withObjectProperty("status").put("phase", "Terminating");
        } else {
            Meta.of(object).put(GRACE, 0);
        }
        return first || !finalizers.equals(before) ? Verdict.MARK : Verdict.PENDING;
    }

    /// Whether a namespace's own finalizers (those in its spec) are gone. Other kinds have none.
    static boolean isEmptied(ServedResource resource, ObjectNode object) {
        return resource.rules().traits().deletion() != Deletion.NAMESPACE
                || object.path("spec").path("finalizers").isEmpty();
    }

    static boolean graceIsOver(ObjectNode object) {
        return object.path("metadata").path(GRACE).asLong(0) == 0;
    }

    private enum Grace {
        NONE,
        STARTED,
        PENDING
    }

    /// A pod that runs on a node is stopped first; asking again may only shorten the time it is given.
    private static Grace podGrace(ObjectNode pod, DeleteOptions options, Instant now) {
        ObjectNode metadata = Meta.of(pod);
        if (Meta.deleting(pod)) {
            long granted = metadata.path(GRACE).asLong(0);
            if (granted == 0) {
                return Grace.NONE;
            }
            if (options.gracePeriodSeconds().isEmpty()
                    || options.gracePeriodSeconds().get() >= granted) {
                return Grace.PENDING;
            }
            shortenGrace(metadata, granted, options.gracePeriodSeconds().get(), now);
            return Grace.STARTED;
        }
        long grace = podGracePeriod(pod, options);
        metadata.put(TIMESTAMP, Meta.time(now.plusSeconds(grace)));
        metadata.put(GRACE, grace);
        bumpGeneration(metadata);
        return Grace.STARTED;
    }

    private static void shortenGrace(ObjectNode metadata, long granted, long asked, Instant now) {
        Instant end = Instant.parse(metadata.path(TIMESTAMP).asString())
                .minusSeconds(granted)
                .plusSeconds(asked);
        boolean past = end.isBefore(now);
        metadata.put(TIMESTAMP, Meta.time(past ? now : end));
        metadata.put(GRACE, past && asked != 0 ? 1 : asked);
    }

    private static long podGracePeriod(ObjectNode pod, DeleteOptions options) {
        JsonNode spec = pod.path("spec");
        String phase = pod.path("status").path("phase").asString("");
        boolean runsNowhere =
                spec.path("nodeName").asString("").isEmpty() || phase.equals("Failed") || phase.equals("Succeeded");
        if (runsNowhere) {
            return 0;
        }
        long asked = options.gracePeriodSeconds()
                .orElseGet(() -> spec.path("terminationGracePeriodSeconds").asLong(30));
        return asked < 0 ? 1 : Math.min(asked, GRACE_SECONDS_MAX);
    }

    private static void markAsDeleting(ObjectNode object, Instant now) {
        ObjectNode metadata = Meta.of(object);
        if (!Meta.deleting(object)) {
            bumpGeneration(metadata);
            metadata.put(TIMESTAMP, Meta.time(now));
        } else if (Instant.parse(metadata.path(TIMESTAMP).asString()).isAfter(now)) {
            metadata.put(TIMESTAMP, Meta.time(now));
        }
    }

    private static void bumpGeneration(ObjectNode metadata) {
        long generation = metadata.path("generation").asLong(0);
        if (generation > 0) {
            metadata.put("generation", generation + 1);
        }
    }

    /// What becomes of dependents when the client does not say. In the versions that had dependents before there was a
    /// garbage collector they are orphaned, unless a finalizer of the object says otherwise.
    private static Optional<Propagation> byDefault(ServedResource resource, List<String> finalizers) {
        boolean orphans = ORPHANING.contains(
                resource.kind().apiVersion() + '/' + resource.kind().kind());
        return orphans && !finalizers.contains(Meta.FOREGROUND) ? Optional.of(Propagation.ORPHAN) : Optional.empty();
    }

    /// The finalizers that tell the garbage collector what becomes of dependents.
    private static List<String> finalizersFor(
            ServedResource resource, List<String> finalizers, Optional<Propagation> propagation) {
        if (!resource.rules().traits().garbageCollected() || propagation.isEmpty()) {
            return finalizers;
        }
        List<String> result = new ArrayList<>(finalizers);
        result.remove(Meta.ORPHAN);
        result.remove(Meta.FOREGROUND);
        switch (propagation.get()) {
            case ORPHAN -> result.add(Meta.ORPHAN);
            case FOREGROUND -> result.add(Meta.FOREGROUND);
            case BACKGROUND -> {}
        }
        return List.copyOf(result).equals(finalizers) ? finalizers : result;
    }
}
