package dev.archipelago.federation.bind;

import dev.archipelago.apiserver.errors.ApiException;
import dev.archipelago.apiserver.errors.FieldError;
import dev.archipelago.cluster.kinds.Node;
import dev.archipelago.federation.kinds.Binding;
import dev.archipelago.federation.kinds.Cluster;
import dev.archipelago.federation.kinds.Names;
import dev.archipelago.federation.kinds.Policy;
import dev.archipelago.federation.match.ClusterSelector;
import dev.archipelago.federation.match.Template;
import dev.archipelago.federation.render.Identity;
import dev.archipelago.federation.render.Renderer;
import dev.archipelago.federation.schedule.policy.Candidate;
import dev.archipelago.federation.schedule.policy.ClusterTraits;
import dev.archipelago.federation.schedule.policy.Decision;
import dev.archipelago.federation.schedule.policy.PolicyScheduler;
import dev.archipelago.federation.schedule.policy.Subject;
import dev.archipelago.federation.schedule.preferences.PreferencePlanner;
import dev.archipelago.federation.schedule.preferences.Preferences;
import dev.archipelago.federation.schedule.stateful.GlobalOrdinals;
import dev.archipelago.federation.schedule.stateful.Slice;
import dev.archipelago.federation.schedule.stateful.StatefulPlanner;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Decides where one object goes: asks the scheduler that its kind and its policy call for. Pure.
final class Scheduling {
    private final Template template;
    private final JsonNode spec;
    private final Collection<Cluster> clusters;
    private final @Nullable Binding binding;

    /// @param clusters all that are joined, in the order of their names
    /// @param binding what was decided before
    Scheduling(Template template, Collection<Cluster> clusters, @Nullable Binding binding) {
        this.template = template;
        this.spec = template.object().view().path("spec");
        this.clusters = clusters;
        this.binding = binding;
    }

    /// @throws ApiException INVALID naming the policy and the fields that mean nothing
    Placement byPolicy(Policy policy) {
        List<FieldError> problems = dev.archipelago.federation.schedule.policy.Placement.problems(
                policy.spec().path("placement"));
        if (!problems.isEmpty()) {
            throw policy.invalid(problems);
        }
        var wanted = dev.archipelago.federation.schedule.policy.Placement.read(
                policy.spec().path("placement"));
        OptionalInt replicas = replicas();
        Subject subject = new Subject(
                template.kind().apiVersion(),
                template.kind().name(),
                template.object().uid(),
                replicas.isPresent(),
                replicas.orElse(0));
        Decision decision = PolicyScheduler.decide(wanted, subject, candidates(), group(), false);
        SortedMap<String, String> reasons = new TreeMap<>();
        decision.reasons().forEach((cluster, texts) -> reasons.put(cluster, lasting(texts)));
        reasons.values().removeIf(String::isEmpty);
        return switch (decision) {
            case Decision.Placed placed ->
                new Placement(divided(policy, placed, replicas), reasons, "", placed.affinityName());
            case Decision.NoFit _ -> new Placement(known(), reasons, "no cluster fits", group());
            case Decision.Unschedulable(String message, var _) -> new Placement(known(), reasons, message, group());
        };
    }

    /// The reasons that are the same when the same is decided again: else each decision would be written twice.
    private static String lasting(List<String> reasons) {
        return reasons.stream()
                .filter(reason -> !reason.equals(Decision.HAS_IT))
                .collect(Collectors.joining("; "));
    }

    /// Of a StatefulSet, replicas stay where they are whatever a new division would be.
    private List<Binding.Target> divided(Policy policy, Decision.Placed placed, OptionalInt replicas) {
        boolean duplicated = !policy.spec()
                .path("placement")
                .path("replicaScheduling")
                .path("replicaSchedulingType")
                .asString("Duplicated")
                .equals("Divided");
        if (Identity.isGlobal(template) && replicas.isPresent()) {
            // Whatever the policy says: there is one run of ordinals, and none of them twice.
            return targets(sliced(replicas.getAsInt(), placed.clusters().keySet(), Preferences.EQUAL));
        }
        if (!Identity.isStatefulSet(template) || duplicated || replicas.isEmpty()) {
            List<Binding.Target> all = targets(placed.clusters(), replicas.isPresent());
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

    private List<Binding.Target> known() {
        return binding == null ? List.of() : binding.targets();
    }

    private String group() {
        return binding == null ? "" : binding.meta().annotations().getOrDefault(Names.AFFINITY_GROUP, "");
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
                    cluster.isDeleting() ? "it is leaving the federation" : ""));
        }
        return candidates;
    }

    /// A cluster that does not answer gets nothing new, as if somebody had said so.
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

    /// As Federation v1 did: to all clusters that the object's annotations do not rule out.
    ///
    /// @throws ApiException INVALID naming an annotation that means nothing
    Placement byDefault() {
        ClusterSelector selector = ClusterSelector.parse(template);
        OptionalInt replicas = replicas();
        boolean stateless = replicas.isPresent() && !Identity.isStatefulSet(template);
        SortedMap<String, String> reasons = new TreeMap<>();
        List<String> open = new ArrayList<>();
        List<String> chosen = new ArrayList<>();
        for (Cluster cluster : clusters) {
            String name = cluster.name();
            boolean isThere = binding != null && binding.target(name).isPresent();
            if (!selector.matches(cluster.selectableLabels())) {
                reasons.put(name, "labels do not match annotation " + Names.CLUSTER_SELECTOR);
            } else if (cluster.isDeleting()) {
                reasons.put(name, "it is leaving the federation");
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
            return new Placement(targets(all, false), reasons, "", "");
        }
        return stateless
                ? stateless(replicas.getAsInt(), chosen, open, reasons)
                : stateful(replicas.getAsInt(), chosen, open, reasons);
    }

    private static boolean isOpen(Cluster cluster) {
        return taints(cluster).stream().noneMatch(Node.Taint::keepsOut);
    }

    private Placement stateful(
            int replicas, List<String> chosen, List<String> open, SortedMap<String, String> reasons) {
        Preferences preferences = preferences(Names.STATEFULSET_PREFERENCES);
        if (Identity.isGlobal(template)) {
            GlobalOrdinals.Result result = sliced(replicas, open, preferences);
            return new Placement(targets(result), reasons, unplaced(result.unplaced()), "");
        }
        SortedMap<String, Integer> assigned = assigned();
        assigned.keySet().retainAll(chosen);
        StatefulPlanner.Result result = StatefulPlanner.plan(replicas, assigned, open, preferences);
        return new Placement(targets(result.assigned(), true), reasons, unplaced(result.unplaced()), "");
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
                    target.start().orElseThrow(this::isPlacedOtherwise),
                    count,
                    target.claimed().orElse(count)));
        }
        return GlobalOrdinals.plan(replicas, slices, open, preferences);
    }

    private ApiException isPlacedOtherwise() {
        return ApiException.invalid(
                template.kind().type().group(),
                template.kind().name(),
                template.object().name(),
                List.of(FieldError.forbidden(
                        "metadata.annotations[" + Names.IDENTITY + "]",
                        "the set has replicas in clusters already, and they cannot be given other ordinals")));
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

    /// A cluster that is chosen but not open is full: it keeps what it has and gets no more.
    private Placement stateless(
            int replicas, List<String> chosen, List<String> open, SortedMap<String, String> reasons) {
        SortedMap<String, Integer> assigned = assigned();
        SortedMap<String, Integer> full = new TreeMap<>(assigned);
        full.keySet().removeAll(open);
        String annotation = switch (template.kind().name()) {
            case "Deployment" -> Names.DEPLOYMENT_PREFERENCES;
            case "Job" -> Names.JOB_PREFERENCES;
            default -> Names.REPLICASET_PREFERENCES;
        };
        PreferencePlanner.Result result = PreferencePlanner.plan(
                preferences(annotation),
                replicas,
                chosen,
                assigned,
                full,
                template.object().key().toString());
        int placed = result.plan().values().stream().mapToInt(Integer::intValue).sum();
        return new Placement(withCompletions(targets(result.plan(), true)), reasons, unplaced(replicas - placed), "");
    }

    /// What else of a Job is divided, if it says how much there is.
    private List<Binding.Target> withCompletions(List<Binding.Target> targets) {
        JsonNode completions = spec.path("completions");
        if (!template.kind().name().equals("Job") || !completions.isNumber()) {
            return targets;
        }
        if (spec.path("completionMode").asString("").equals("Indexed") && targets.size() > 1) {
            throw ApiException.invalid(
                    template.kind().type().group(),
                    template.kind().name(),
                    template.object().name(),
                    List.of(FieldError.forbidden(
                            "spec.completionMode",
                            "the indexes of a Job cannot be divided over clusters: choose one cluster, by a policy or by"
                                    + " annotation " + Names.CLUSTER_SELECTOR)));
        }
        return Completions.divide(completions.asInt(), targets, known());
    }

    private Preferences preferences(String annotation) {
        String text = template.annotation(annotation);
        return text.isEmpty() ? Preferences.EQUAL : Preferences.parse(annotation, text);
    }

    private SortedMap<String, Integer> assigned() {
        SortedMap<String, Integer> assigned = new TreeMap<>();
        Set<String> joined = new HashSet<>();
        clusters.forEach(cluster -> joined.add(cluster.name()));
        for (Binding.Target target : known()) {
            if (joined.contains(target.cluster())) {
                assigned.put(target.cluster(), target.replicas().orElse(0));
            }
        }
        return assigned;
    }

    /// How many there are to be; nothing for what is not counted.
    OptionalInt replicas() {
        return switch (template.kind().name()) {
            case "StatefulSet", "Deployment", "ReplicaSet", "ReplicationController", "Job" ->
                OptionalInt.of(spec.path(Renderer.replicasField(template)).asInt(1));
            default -> OptionalInt.empty();
        };
    }

    private static List<Binding.Target> targets(SortedMap<String, Integer> clusters, boolean counted) {
        return clusters.entrySet().stream()
                .map(entry -> Binding.Target.of(
                        entry.getKey(), counted ? OptionalInt.of(entry.getValue()) : OptionalInt.empty()))
                .toList();
    }
}
