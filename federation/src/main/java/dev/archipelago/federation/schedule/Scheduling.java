package dev.archipelago.federation.schedule;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.FieldError;
import dev.archipelago.cluster.kinds.Node;
import dev.archipelago.federation.kinds.Binding;
import dev.archipelago.federation.kinds.Cluster;
import dev.archipelago.federation.kinds.ClusterTraits;
import dev.archipelago.federation.kinds.Names;
import dev.archipelago.federation.kinds.Policy;
import dev.archipelago.federation.match.ClusterSelector;
import dev.archipelago.federation.schedule.policy.Candidate;
import dev.archipelago.federation.schedule.policy.Decision;
import dev.archipelago.federation.schedule.policy.Placement;
import dev.archipelago.federation.schedule.policy.PlacementRequest;
import dev.archipelago.federation.schedule.policy.PolicyScheduler;
import dev.archipelago.federation.schedule.preferences.PreferencePlanner;
import dev.archipelago.federation.schedule.preferences.Preferences;
import dev.archipelago.federation.schedule.stateful.GlobalOrdinals;
import dev.archipelago.federation.schedule.stateful.Slice;
import dev.archipelago.federation.schedule.stateful.StatefulPlanner;
import dev.archipelago.federation.workload.ReplicaIdentity;
import dev.archipelago.federation.workload.Template;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Decides the placement of one object with the scheduler for its kind and its policy. Pure.
public final class Scheduling {
    private static final String LEAVING = "it is leaving the federation";
    private static final String MISMATCH = "labels do not match annotation " + Names.CLUSTER_SELECTOR;

    private final Template template;
    private final Collection<Cluster> clusters;
    private final @Nullable Binding binding;
    private final LeftClusters left;

    /// @param clusters all members, in the order of their names
    /// @param binding the previous decision
    /// @param orphans the replicas of an earlier object of this name, if there was no previous decision
    /// @param released the clusters whose replicas were given up and that may still have them
    public Scheduling(
            Template template,
            Collection<Cluster> clusters,
            @Nullable Binding binding,
            List<Binding.Target> orphans,
            Collection<String> released) {
        this.template = template;
        this.clusters = clusters;
        this.binding = binding;
        this.left = new LeftClusters(template, clusters, binding, orphans, released);
    }

    /// Places by a policy.
    ///
    /// @throws ApiException INVALID naming the policy and its invalid fields
    public ScheduleResult byPolicy(Policy policy) {
        List<FieldError> problems = Placement.problems(policy.spec().path("placement"));
        if (!problems.isEmpty()) {
            throw policy.invalid(problems);
        }
        Placement wanted = Placement.read(policy.spec().path("placement"));
        OptionalInt replicas = template.replicas();
        PlacementRequest subject = new PlacementRequest(
                template.kind().apiVersion(),
                template.kind().name(),
                template.object().uid(),
                replicas.isPresent(),
                isDivided(policy) && template.workload().hasIdentities()
                        ? Math.min(replicas.orElse(0), StatefulPlanner.REPLICAS_MAX)
                        : replicas.orElse(0));
        Decision decision = PolicyScheduler.decide(wanted, subject, candidates(), group(), false);
        SortedMap<String, String> reasons = new TreeMap<>();
        decision.reasons().forEach((cluster, texts) -> reasons.put(cluster, lasting(texts)));
        reasons.values().removeIf(String::isEmpty);
        noteGone(reasons);
        SortedSet<String> stay = new TreeSet<>();
        left.gone().forEach(target -> stay.add(target.cluster()));
        return switch (decision) {
            case Decision.Placed placed ->
                new ScheduleResult(divided(policy, placed, replicas, stay), reasons, "", placed.affinityName(), stay);
            case Decision.NoFit _ -> new ScheduleResult(known(), reasons, "no cluster fits", group(), stay);
            case Decision.Unschedulable(String message, var _) ->
                new ScheduleResult(known(), reasons, message, group(), stay);
        };
    }

    private static boolean isDivided(Policy policy) {
        return policy.spec()
                .path("placement")
                .path("replicaScheduling")
                .path("replicaSchedulingType")
                .asString("Duplicated")
                .equals("Divided");
    }

    private void noteGone(SortedMap<String, String> reasons) {
        left.gone().forEach(target -> reasons.put(target.cluster(), "has left the federation, keeps what it has"));
    }

    /// The reasons that stay the same when the decision is repeated; others would cause a second write.
    private static String lasting(List<String> reasons) {
        return reasons.stream()
                .filter(reason -> !reason.equals(Decision.HAS_IT))
                .collect(Collectors.joining("; "));
    }

    /// Divides replicas; those of a StatefulSet stay where they are.
    ///
    /// @param stay receives the clusters that are targets only because they have left the federation
    private List<Binding.Target> divided(
            Policy policy, Decision.Placed placed, OptionalInt replicas, SortedSet<String> stay) {
        boolean duplicated = !isDivided(policy);
        if (ReplicaIdentity.isGlobal(template) && replicas.isPresent()) {
            // Whatever the policy says: there is one run of ordinals, and none may run twice.
            return targets(sliced(replicas.getAsInt(), placed.clusters().keySet(), Preferences.EQUAL));
        }
        if (!template.workload().hasIdentities() || duplicated || replicas.isEmpty()) {
            List<Binding.Target> all = targets(withThoseThatLeft(placed.clusters(), stay), replicas.isPresent());
            return duplicated ? all : withCompletions(all);
        }
        SortedMap<String, Integer> assigned = assigned();
        if (assigned.isEmpty()) {
            return targets(placed.clusters(), true);
        }
        return targets(
                StatefulPlanner.plan(
                                replicas.getAsInt(), assigned, placed.clusters().keySet(), Preferences.EQUAL)
                        .assigned(),
                true);
    }

    /// Adds clusters that have left to a duplicated set, with their replicas as they are.
    private SortedMap<String, Integer> withThoseThatLeft(SortedMap<String, Integer> placed, SortedSet<String> stay) {
        SortedMap<String, Integer> all = new TreeMap<>(placed);
        for (Cluster cluster : clusters) {
            if (!all.containsKey(cluster.name()) && left.keeps(cluster)) {
                stay.add(cluster.name());
            }
        }
        for (Binding.Target target : known()) {
            if (stay.contains(target.cluster())) {
                all.putIfAbsent(target.cluster(), target.replicas().orElse(0));
            }
        }
        return all;
    }

    private List<Binding.Target> known() {
        return left.known();
    }

    private String group() {
        return binding == null ? "" : binding.affinityName();
    }

    private List<Candidate> candidates() {
        List<Candidate> candidates = new ArrayList<>();
        for (Cluster cluster : clusters) {
            Optional<Binding.Target> target = binding == null ? Optional.empty() : binding.target(cluster.name());
            candidates.add(new Candidate(
                    ClusterTraits.of(cluster),
                    taints(cluster),
                    served(cluster),
                    OptionalInt.empty(),
                    cluster.isReady(),
                    target.isPresent() ? OptionalInt.of(target.get().replicas().orElse(0)) : OptionalInt.empty(),
                    keptOut(cluster)));
        }
        return candidates;
    }

    /// Why a cluster gets nothing, whatever the policy says; empty when it may.
    private String keptOut(Cluster cluster) {
        if (cluster.isDeleting()) {
            return LEAVING;
        }
        return left.isClosed(cluster.name()) ? LeftClusters.closedBecause(template, cluster.name()) : "";
    }

    /// The taints of a cluster; one that is not ready has an additional taint.
    private static List<Node.Taint> taints(Cluster cluster) {
        List<Node.Taint> taints = new ArrayList<>();
        for (JsonNode taint : cluster.spec().path("taints")) {
            taints.add(new Node.Taint(
                    taint.path("key").asString(""),
                    taint.path("value").asString(""),
                    taint.path("effect").asString(""),
                    Optional.empty()));
        }
        if (!cluster.isReady()) {
            taints.add(new Node.Taint("cluster.karmada.io/not-ready", "", "NoSchedule", Optional.empty()));
        }
        return taints;
    }

    private static Set<String> served(Cluster cluster) {
        Set<String> kinds = new HashSet<>();
        for (JsonNode version : cluster.status().path("apiEnablements")) {
            for (JsonNode resource : version.path("resources")) {
                kinds.add(version.path("groupVersion").asString("")
                        + '/'
                        + resource.path("kind").asString(""));
            }
        }
        return kinds;
    }

    /// Places as Federation v1 did: in all clusters that the object's annotations do not exclude.
    ///
    /// @throws ApiException INVALID naming an invalid annotation
    public ScheduleResult byDefault() {
        ClusterSelector selector = ClusterSelector.parse(template);
        OptionalInt replicas = template.replicas();
        boolean stateless = replicas.isPresent() && !template.workload().hasIdentities();
        SortedMap<String, String> reasons = new TreeMap<>();
        List<String> open = new ArrayList<>();
        List<String> chosen = new ArrayList<>();
        List<String> stay = new ArrayList<>();
        for (Cluster cluster : clusters) {
            String name = cluster.name();
            boolean isThere =
                    known().stream().anyMatch(target -> target.cluster().equals(name));
            boolean matches = selector.matches(cluster.selectableLabels());
            if (left.keeps(cluster) && (cluster.isDeleting() || !matches)) {
                chosen.add(name);
                stay.add(name);
                reasons.put(
                        name,
                        cluster.isDeleting()
                                ? LEAVING + ", keeps what it has"
                                : "has joined again, keeps what it has though " + MISMATCH);
            } else if (!matches) {
                reasons.put(name, MISMATCH);
            } else if (!keptOut(cluster).isEmpty()) {
                reasons.put(name, keptOut(cluster));
            } else if (isOpen(cluster)) {
                open.add(name);
                chosen.add(name);
                reasons.put(name, "chosen");
            } else if (isThere && (cluster.isReady() || !stateless)) {
                chosen.add(name);
                reasons.put(name, cluster.isReady() ? "keeps what it has" : "not ready, keeps what it has");
            } else {
                reasons.put(name, cluster.isReady() ? "is tainted" : "not ready");
            }
        }
        if (replicas.isEmpty()) {
            SortedMap<String, Integer> all = new TreeMap<>();
            chosen.forEach(name -> all.put(name, 0));
            return new ScheduleResult(targets(all, false), reasons, "", "");
        }
        if (stateless) {
            return stateless(replicas.getAsInt(), chosen, open, reasons);
        }
        noteGone(reasons);
        left.gone().forEach(target -> {
            chosen.add(target.cluster());
            stay.add(target.cluster());
        });
        return stateful(replicas.getAsInt(), chosen, open, reasons).withLeft(stay);
    }

    private static boolean isOpen(Cluster cluster) {
        return taints(cluster).stream().noneMatch(Node.Taint::repels);
    }

    private ScheduleResult stateful(
            int replicas, List<String> chosen, List<String> open, SortedMap<String, String> reasons) {
        Preferences preferences = preferences();
        if (ReplicaIdentity.isGlobal(template)) {
            GlobalOrdinals.Result result = sliced(replicas, open, preferences);
            return new ScheduleResult(targets(result), reasons, unplaced(result.unplaced()), "");
        }
        SortedMap<String, Integer> assigned = assigned();
        assigned.keySet().retainAll(chosen);
        StatefulPlanner.Result result = StatefulPlanner.plan(replicas, assigned, open, preferences);
        return new ScheduleResult(targets(result.assigned(), true), reasons, unplaced(result.unplaced()), "");
    }

    private static String unplaced(int replicas) {
        return replicas == 0 ? "" : replicas + " replicas found no cluster that may take them";
    }

    private GlobalOrdinals.Result sliced(int replicas, Collection<String> open, Preferences preferences) {
        List<Slice> slices = new ArrayList<>();
        for (Binding.Target target : known()) {
            int count = target.replicas().orElse(0);
            slices.add(new Slice(
                    target.cluster(),
                    target.start().orElseThrow(() -> ReplicaIdentity.changed(template)),
                    count,
                    target.claimed().orElse(count)));
        }
        if (binding == null) {
            checkOrphans(slices);
        }
        return GlobalOrdinals.plan(replicas, slices, open, preferences);
    }

    /// Refuses a placement in which running ordinals would be given to another cluster, or ordinals would be left out.
    private void checkOrphans(List<Slice> slices) {
        slices.sort(Comparator.comparingInt(Slice::start));
        int end = 0;
        for (Slice slice : slices) {
            if (slice.start() != end || slice.end() < end) {
                String found = slices.stream()
                        .map(one -> one.cluster() + " has " + one.claimed() + " from " + one.start() + " on")
                        .collect(Collectors.joining(", "));
                throw ApiException.invalid(
                        template.kind().type().group(),
                        template.kind().name(),
                        template.object().name(),
                        List.of(FieldError.forbidden(
                                "metadata.name",
                                "clusters run ordinals of an earlier StatefulSet of this name that are not one run: "
                                        + found + "; delete those sets in the clusters, or choose another name")));
            }
            end = slice.end();
        }
    }

    private static List<Binding.Target> targets(GlobalOrdinals.Result result) {
        return result.slices().stream()
                .map(slice -> new Binding.Target(
                        slice.cluster(),
                        OptionalInt.of(slice.count()),
                        OptionalInt.of(slice.start()),
                        OptionalInt.of(slice.claimed())))
                .toList();
    }

    /// Divides replicas. A cluster that is chosen but not open is full: it keeps its replicas and gets no more.
    private ScheduleResult stateless(
            int replicas, List<String> chosen, List<String> open, SortedMap<String, String> reasons) {
        SortedMap<String, Integer> assigned = assigned();
        SortedMap<String, Integer> full = new TreeMap<>(assigned);
        full.keySet().removeAll(open);
        PreferencePlanner.Result result = PreferencePlanner.plan(
                preferences(),
                replicas,
                chosen,
                assigned,
                full,
                template.object().key().toString());
        int placed = result.plan().values().stream().mapToInt(Integer::intValue).sum();
        return new ScheduleResult(
                withCompletions(targets(result.plan(), true)), reasons, unplaced(replicas - placed), "");
    }

    /// Also divides the completions of a Job, if it has any.
    private List<Binding.Target> withCompletions(List<Binding.Target> targets) {
        OptionalInt completions =
                template.workload().completions(template.object().view());
        if (completions.isEmpty()) {
            return targets;
        }
        if (targets.size() > 1) {
            template.workload().indivisible(template.object().view()).ifPresent(problem -> {
                throw ApiException.invalid(
                        template.kind().type().group(),
                        template.kind().name(),
                        template.object().name(),
                        List.of(FieldError.forbidden(
                                problem.field(),
                                problem.detail() + ": choose one cluster, by a policy or by annotation "
                                        + Names.CLUSTER_SELECTOR)));
            });
        }
        return Completions.divide(completions.getAsInt(), targets, known());
    }

    private Preferences preferences() {
        String annotation = template.workload().preferencesAnnotation().orElse("");
        String text = annotation.isEmpty() ? "" : template.annotation(annotation);
        return text.isEmpty() ? Preferences.EQUAL : Preferences.parse(annotation, text);
    }

    private SortedMap<String, Integer> assigned() {
        SortedMap<String, Integer> assigned = new TreeMap<>();
        for (Binding.Target target : known()) {
            if (left.isJoined(target.cluster()) || template.workload().hasIdentities()) {
                assigned.put(target.cluster(), target.replicas().orElse(0));
            }
        }
        return assigned;
    }

    private static List<Binding.Target> targets(SortedMap<String, Integer> clusters, boolean counted) {
        return clusters.entrySet().stream()
                .map(entry -> Binding.Target.of(
                        entry.getKey(), counted ? OptionalInt.of(entry.getValue()) : OptionalInt.empty()))
                .toList();
    }
}
