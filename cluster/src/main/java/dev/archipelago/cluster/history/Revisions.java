package dev.archipelago.cluster.history;

import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.api.objects.Owner;
import dev.archipelago.cluster.kinds.ControllerRevision;
import dev.archipelago.controller.plan.Action;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The revision history of a workload.
///
/// @param current the revision of pods that are not updated
/// @param update the revision that pods are updated to
/// @param collisions how often a name was taken by another object
/// @param all the oldest first
public record Revisions(
        ControllerRevision current, ControllerRevision update, int collisions, List<ControllerRevision> all) {
    private static final Comparator<ControllerRevision> BY_AGE = Comparator.comparingLong(ControllerRevision::number)
            .thenComparing(revision -> revision.meta().created())
            .thenComparing(ControllerRevision::name);
    private static final int NAME_LENGTH_MAX = 223;

    /// A workload with a history.
    ///
    /// @param hashLabel the label with the hash of revisions
    /// @param exact whether that is the hash in the name, and not the one before any collision
    /// @param used the highest number that is not to be used again, even if its revision is gone
    public record Subject(
            Kind<?> kind,
            ApiObject owner,
            ObjectNode template,
            JsonNode status,
            String hashLabel,
            boolean exact,
            long used) {
        public Subject(
                Kind<?> kind, ApiObject owner, ObjectNode template, JsonNode status, String hashLabel, boolean exact) {
            this(kind, owner, template, status, hashLabel, exact, 0);
        }

        private long next(List<ControllerRevision> all) {
            return Math.max(used, all.isEmpty() ? 0 : all.getLast().number()) + 1;
        }
    }

    /// Either the history, or an action that is needed first.
    public sealed interface Outlook {
        record Known(Revisions revisions) implements Outlook {}

        record Wanted(Action action) implements Outlook {}
    }

    /// Determines the history of a workload.
    ///
    /// @param named finds any revision by name
    public static Outlook of(
            Subject subject, List<ControllerRevision> owned, Function<Key, Optional<ControllerRevision>> named) {
        List<ControllerRevision> all = owned.stream().sorted(BY_AGE).toList();
        ObjectNode wanted = RevisionData.of(subject.template());
        int collisions = subject.status().path("collisionCount").asInt(0);
        Optional<ControllerRevision> equal = equal(all, wanted);
        if (equal.isEmpty()) {
            return next(subject, all, RevisionData.canonical(wanted), collisions, named);
        }
        ControllerRevision update = equal.get();
        ControllerRevision newest = all.getLast();
        if (!update.name().equals(newest.name())) {
            return new Outlook.Wanted(renewal(update, subject.next(all)));
        }
        return known(subject, update, collisionsOf(update, subject, collisions), all);
    }

    /// The newest revision equal to the wanted data.
    private static Optional<ControllerRevision> equal(List<ControllerRevision> all, ObjectNode wanted) {
        if (all.isEmpty()) {
            return Optional.empty();
        }
        ControllerRevision newest = all.getLast();
        if (newest.data().equals(wanted)) {
            return Optional.of(newest); // nearly always, and found without spelling anything out
        }
        String data = RevisionData.canonical(wanted);
        return all.reversed().stream()
                .filter(revision -> RevisionData.canonical(revision.data()).equals(data))
                .findFirst()
                .or(() -> Optional.of(newest).filter(revision -> RevisionData.meanTheSame(revision.data(), wanted)));
    }

    private static Outlook.Known known(
            Subject subject, ControllerRevision update, int collisions, List<ControllerRevision> all) {
        String currentName = subject.status().path("currentRevision").asString("");
        ControllerRevision current = all.stream()
                .filter(revision -> revision.name().equals(currentName))
                .findFirst()
                .orElse(update);
        return new Outlook.Known(new Revisions(current, update, collisions, all));
    }

    /// A new revision with the first free name, or an equal one of a former owner of this name: that is about to be
    /// deleted or adopted, and a new revision would update all pods to what they have already.
    ///
    /// Kubernetes would use one of any owner, and lose it with that owner.
    private static Outlook next(
            Subject subject,
            List<ControllerRevision> all,
            String data,
            int collisions,
            Function<Key, Optional<ControllerRevision>> named) {
        for (int tries = collisions; ; tries++) {
            String name = name(subject, RevisionData.hash(data, tries));
            ControllerRevision taken =
                    named.apply(new Key(subject.owner().namespace(), name)).orElse(null);
            if (taken == null) {
                return new Outlook.Wanted(creation(subject, all, data, collisions, tries));
            }
            if (isOfFormerOwner(taken, subject)
                    && RevisionData.canonical(taken.data()).equals(data)) {
                return known(subject, taken, tries, all);
            }
        }
    }

    private static boolean isOfFormerOwner(ControllerRevision revision, Subject subject) {
        return revision.meta()
                .controller()
                .filter(owner -> owner.kind().equals(subject.kind().name())
                        && owner.name().equals(subject.owner().name()))
                .isPresent();
    }

    private static Action creation(
            Subject subject, List<ControllerRevision> all, String data, int collisions, int tries) {
        String hash = RevisionData.hash(data, tries);
        String first = RevisionData.hash(data, collisions);
        ObjectNode object = Json.object()
                .put("apiVersion", ControllerRevision.KIND.apiVersion())
                .put("kind", ControllerRevision.KIND.name());
        ObjectNode metadata = object.putObject("metadata")
                .put("name", name(subject, hash))
                .put("namespace", subject.owner().namespace());
        ObjectNode labels = metadata.putObject("labels");
        subject.template()
                .path("metadata")
                .path("labels")
                .properties()
                .forEach(label -> labels.set(label.getKey(), label.getValue()));
        labels.put(subject.hashLabel(), subject.exact() ? hash : first);
        if (!subject.owner().meta().annotations().isEmpty()) {
            ObjectNode annotations = metadata.putObject("annotations");
            subject.owner().meta().annotations().forEach(annotations::put);
        }
        metadata.putArray("ownerReferences")
                .add(Owner.controlling(subject.kind(), subject.owner()).json());
        // In the order of the text, which kubectl compares.
        object.set("data", Json.parse(data.getBytes(StandardCharsets.UTF_8)));
        object.put("revision", subject.next(all));
        return new Action.Create(ControllerRevision.KIND, object);
    }

    private static String name(Subject subject, String hash) {
        return name(subject.owner().name(), hash);
    }

    /// The name of a revision of a workload; that of the workload is cut if it is too long.
    public static String name(String owner, String hash) {
        String prefix = owner.length() > NAME_LENGTH_MAX ? owner.substring(0, NAME_LENGTH_MAX) : owner;
        return prefix + '-' + hash;
    }

    /// Renumbers an old revision that becomes the newest again.
    public static Action renewal(ControllerRevision revision, long number) {
        return new Action.Update(ControllerRevision.KIND, revision.tree().put("revision", number), "");
    }

    /// The number of collisions in the name of a revision.
    private static int collisionsOf(ControllerRevision revision, Subject subject, int known) {
        if (subject.status().path("updateRevision").asString("").equals(revision.name())) {
            return known; // the status was written when the name was
        }
        String data = RevisionData.canonical(revision.data());
        for (int tries = known; tries < known + 10; tries++) {
            if (revision.name().equals(name(subject, RevisionData.hash(data, tries)))) {
                return tries;
            }
        }
        return known;
    }

    /// The revisions beyond the history limit that are not in use.
    ///
    /// @param used names of revisions that pods have
    public List<ControllerRevision> surplus(int limit, Set<String> used) {
        if (limit < 0) {
            return List.of();
        }
        Set<String> live = new HashSet<>(used);
        live.add(current.name());
        live.add(update.name());
        List<ControllerRevision> idle = new ArrayList<>(all);
        idle.removeIf(revision -> live.contains(revision.name()) || revision.isDeleting());
        return idle.subList(0, Math.max(0, idle.size() - limit));
    }
}
