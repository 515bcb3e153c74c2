package dev.archipelago.simulation.federation;

import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Key;
import dev.archipelago.cluster.kinds.StatefulSet;
import dev.archipelago.federation.admission.KnownNames;
import dev.archipelago.federation.admission.SetName;
import dev.archipelago.federation.kinds.Binding;
import dev.archipelago.federation.kinds.Cluster;
import dev.archipelago.federation.kinds.ClusterName;
import dev.archipelago.federation.kinds.Names;
import dev.archipelago.federation.kinds.Policy;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The current state of the federation's own API, and recent states that a controller may still act on.
final class Truth implements KnownNames {
    private final World world;
    private final Instant beginning;
    private final History<String, ApiObject> templates;
    private final History<String, Binding> bindings;
    private final History<String, Policy> policies;
    private final History<String, Cluster> clusters;
    private final Map<Key, StatefulSet> sets = new TreeMap<>();
    private final Map<String, Instant> joined = new TreeMap<>();
    private final Map<String, Instant> asked = new TreeMap<>();
    private final Map<String, Instant> departed = new TreeMap<>();
    private final Set<String> unattended = new TreeSet<>();

    Truth(World world) {
        this.world = world;
        this.beginning = world.time().instant();
        this.templates = new History<>(world);
        this.bindings = new History<>(world);
        this.policies = new History<>(world);
        this.clusters = new History<>(world);
    }

    void template(@Nullable ApiObject before, @Nullable ApiObject after) {
        if (before != null && (after == null || !after.uid().equals(before.uid()))) {
            templates.changed(before.uid(), null);
        }
        if (after != null) {
            templates.changed(after.uid(), after);
        }
        if (after instanceof StatefulSet set) {
            if (before != null && !placement(before).equals(placement(set))) {
                asked.put(set.uid(), world.time().instant());
            }
            sets.put(set.key(), set);
        } else if (before instanceof StatefulSet set) {
            sets.remove(set.key());
        }
    }

    /// The annotations of a set about placement.
    private static List<String> placement(ApiObject set) {
        return Stream.of(Names.STATEFULSET_PREFERENCES, Names.CLUSTER_SELECTOR)
                .map(name -> set.meta().annotations().getOrDefault(name, ""))
                .toList();
    }

    /// Whether a template has an annotation in every view that a controller may have.
    boolean isKnownToAsk(String uid, String annotation, String value) {
        return templates.now(uid).isPresent()
                && templates.views(uid).stream()
                        .flatMap(Optional::stream)
                        .allMatch(view -> value.equals(view.meta().annotations().get(annotation)));
    }

    void binding(@Nullable Binding before, @Nullable Binding after) {
        if (before != null && (after == null || !after.templateUid().equals(before.templateUid()))) {
            bindings.changed(before.templateUid(), null);
            departed.put(before.templateUid(), world.time().instant());
        }
        if (after != null) {
            if (before != null && !before.released().equals(after.released())) {
                asked.put(after.templateUid(), world.time().instant());
            }
            bindings.changed(after.templateUid(), after);
        }
    }

    /// One of several control planes has died, with its memory of deletions.
    void processDied() {
        departed.forEach((templateUid, when) -> {
            if (!when.isBefore(world.oldest())) {
                unattended.add(templateUid);
            }
        });
    }

    /// Whether a binding was deleted shortly before a control plane died that may have been the only one to see it.
    boolean isUnattended(String templateUid) {
        return unattended.contains(templateUid);
    }

    void policy(@Nullable Policy before, @Nullable Policy after) {
        Policy known = after == null ? before : after;
        if (known != null) {
            policies.changed(known.name(), after);
            askForAll();
        }
    }

    /// Whether the policy of a binding duplicates replicas in every cluster.
    boolean isDuplicated(Binding binding) {
        return placements(binding)
                .anyMatch(placement -> placement
                        .path("replicaScheduling")
                        .path("replicaSchedulingType")
                        .asString("")
                        .equals("Duplicated"));
    }

    /// Whether the policy of a binding names a cluster; empty when it names none at all.
    Optional<Boolean> isNamed(Binding binding, String cluster) {
        return placements(binding)
                .map(placement -> placement.path("clusterAffinity").path("clusterNames"))
                .filter(names -> !names.isEmpty())
                .map(names ->
                        names.valueStream().anyMatch(name -> name.asString("").equals(cluster)))
                .reduce(Boolean::logicalOr);
    }

    private Stream<JsonNode> placements(Binding binding) {
        String name = binding.meta().annotations().getOrDefault(Names.POLICY_NAME, "");
        return policies.views(name).stream()
                .flatMap(Optional::stream)
                .map(policy -> policy.spec().path("placement"));
    }

    /// Records a change of placement for all sets.
    private void askForAll() {
        asked.put("", world.time().instant());
    }

    /// Whether a change of placement was asked for recently.
    boolean isAskedToMove(String templateUid) {
        return isAskedToMoveSince(templateUid, world.oldest());
    }

    boolean isAskedToMoveSince(String templateUid, Instant time) {
        Instant last = asked.getOrDefault("", Instant.MIN);
        Instant own = asked.getOrDefault(templateUid, Instant.MIN);
        return (own.isAfter(last) ? own : last).isAfter(time);
    }

    /// When a cluster joined; empty when it is no member.
    Optional<Instant> joined(String cluster) {
        return Optional.ofNullable(joined.get(cluster));
    }

    void cluster(@Nullable Cluster before, @Nullable Cluster after) {
        if (after != null) {
            clusters.changed(after.name(), after);
            if (before == null) {
                joined.put(after.name(), world.time().instant());
            }
        } else if (before != null) {
            clusters.changed(before.name(), null);
            joined.remove(before.name());
        }
    }

    /// Whether some view allows an update of a set to skip a cluster as unreachable.
    boolean maySkip(String templateUid, String cluster) {
        boolean named = templates.views(templateUid).stream()
                .flatMap(Optional::stream)
                .anyMatch(template -> ClusterName.list(
                                template.meta().annotations().getOrDefault(Names.ROLLOUT_SKIP, ""))
                        .contains(cluster));
        return named
                && clusters.views(cluster).stream().flatMap(Optional::stream).anyMatch(view -> !view.isReady());
    }

    @Override
    public List<String> clusters() {
        return List.copyOf(joined.keySet());
    }

    /// Whether every controller must know that a cluster is a member. The initial ones are known to all.
    boolean isKnownMember(String cluster) {
        Instant since = joined.getOrDefault(cluster, Instant.MAX);
        return since.equals(beginning) || since.isBefore(world.oldest());
    }

    @Override
    public List<SetName> sets() {
        return sets.values().stream()
                .map(set -> SetName.of(set.namespace(), set.view()))
                .toList();
    }

    @Override
    public Optional<SetName> set(String namespace, String name) {
        return Optional.ofNullable(sets.get(new Key(namespace, name))).map(set -> SetName.of(namespace, set.view()));
    }

    @Override
    public Optional<Boolean> isPlacedGlobally(String namespace, String name) {
        return Optional.ofNullable(sets.get(new Key(namespace, name)))
                .flatMap(set -> bindings.now(set.uid()))
                .flatMap(binding -> binding.targets().stream()
                        .map(target -> target.start().isPresent())
                        .findFirst());
    }

    /// Whether a set exists whose volumes have this origin.
    boolean isThere(String origin) {
        return sets.keySet().stream()
                .anyMatch(set -> origin.equals(set.namespace() + '/' + set.name() + "-statefulset"));
    }

    /// The uids of all sets.
    List<String> setUids() {
        return sets.values().stream().map(ApiObject::uid).toList();
    }

    Optional<ApiObject> template(String uid) {
        return templates.now(uid);
    }

    List<Optional<ApiObject>> templateViews(String uid) {
        return templates.views(uid);
    }

    Optional<Binding> binding(String templateUid) {
        return bindings.now(templateUid);
    }

    List<Optional<Binding>> bindingViews(String templateUid) {
        return bindings.views(templateUid);
    }
}
