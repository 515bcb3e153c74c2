package dev.archipelago.federation.membership;

import dev.archipelago.api.objects.AnyObject;
import dev.archipelago.api.objects.Key;
import dev.archipelago.cluster.kinds.Conditions;
import dev.archipelago.controller.plan.EventNote;
import dev.archipelago.federation.kinds.Cluster;
import dev.archipelago.federation.kinds.Enumeration;
import dev.archipelago.federation.kinds.Names;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Reports in a Cluster object which objects there have lost their template, such as those whose template was
/// deleted while the cluster was no member. They are not deleted, since nobody asked for it, and users would not
/// notice them otherwise.
final class LeftObjects {
    /// The condition that reports them; it is absent when there are none.
    static final String TYPE = Cluster.OBJECTS_LEFT;

    static final String REASON = "TemplateGone";

    /// All cached objects are searched, so this is not done on every probe.
    static final Duration PERIOD = Duration.ofSeconds(10);

    private static final int NAMES_MAX = 3;
    private static final int KINDS_MAX = 10;

    private final Supplier<Optional<List<AnyObject>>> look;
    private Instant next = Instant.MIN;
    private boolean looked;
    private Set<String> before = Set.of();

    /// @param look finds what is left now; empty while the caches are not synced
    LeftObjects(Supplier<Optional<List<AnyObject>>> look) {
        this.look = look;
    }

    /// The objects of a member that the federation made and no longer has a binding for.
    ///
    /// @param federation its name
    /// @param isKnown whether a binding exists or will be made
    static List<AnyObject> among(Collection<AnyObject> objects, String federation, Predicate<Key> isKnown) {
        return objects.stream()
                .filter(object -> federation.equals(object.meta().annotations().get(Names.FEDERATION)))
                .filter(object ->
                        !object.isDeleting() && object.meta().annotations().containsKey(Names.BINDING_NAME))
                .filter(object -> !isKnown.test(
                        new Key(object.namespace(), object.meta().annotations().getOrDefault(Names.BINDING_NAME, ""))))
                .toList();
    }

    /// Reports only objects that two successive searches found: the member's cache may have an object of another
    /// control plane before the federation's cache has its binding.
    void putInto(ObjectNode status, Instant now) {
        if (now.isBefore(next)) {
            return;
        }
        List<AnyObject> found = look.get().orElse(null);
        if (found == null) {
            return;
        }
        next = now.plus(PERIOD);
        List<AnyObject> twice =
                found.stream().filter(object -> before.contains(object.uid())).toList();
        before = found.stream().map(AnyObject::uid).collect(Collectors.toCollection(HashSet::new));
        boolean isFirst = !looked;
        looked = true;
        if (twice.isEmpty()) {
            if (!isFirst || found.isEmpty()) {
                Conditions.remove(status, TYPE);
            }
        } else {
            Conditions.set(status, new Conditions.Condition(TYPE, "True", REASON, text(twice)), now);
        }
    }

    static String text(List<AnyObject> objects) {
        SortedMap<String, List<AnyObject>> byKind = new TreeMap<>(objects.stream()
                .sorted(Comparator.comparing(AnyObject::key))
                .collect(Collectors.groupingBy(
                        object -> object.view().path("kind").asString(""))));
        List<String> kinds = byKind.entrySet().stream()
                .map(kind -> kind.getValue().size() + " " + kind.getKey() + " ("
                        + Enumeration.of(
                                kind.getValue().stream()
                                        .map(object -> object.key().toString())
                                        .toList(),
                                NAMES_MAX)
                        + ')')
                .toList();
        return "left here from objects that the federation no longer has: " + Enumeration.of(kinds, KINDS_MAX)
                + "; the federation leaves them alone: delete in the cluster what nobody needs";
    }

    /// The event when the objects have changed.
    static Optional<EventNote> change(Cluster before, JsonNode after) {
        String was = Conditions.find(before.status(), TYPE).path("message").asString("");
        String is = Conditions.find(after, TYPE).path("message").asString("");
        return is.isEmpty() || is.equals(was)
                ? Optional.empty()
                : Optional.of(EventNote.warning(Cluster.KIND, before, TYPE, is));
    }
}
