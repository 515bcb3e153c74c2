package dev.archipelago.federation.kinds;

import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.api.objects.Stored;
import dev.archipelago.model.kinds.BuiltinKinds;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The record of where an object of the federation goes: a ResourceBinding, or a ClusterResourceBinding for an object
/// without a namespace.
public final class Binding extends ApiObject {
    public static final Kind<Binding> KIND =
            Kind.namespaced("work.karmada.io/v1alpha2", "ResourceBinding", "resourcebindings", Binding::new);

    public static final Kind<Binding> GLOBAL_KIND =
            Kind.global("work.karmada.io/v1alpha2", "ClusterResourceBinding", "clusterresourcebindings", Binding::new);

    private static final Set<String> BUILTIN_GROUPS =
            BuiltinKinds.all().stream().map(kind -> kind.group()).collect(Collectors.toUnmodifiableSet());

    private final JsonNode spec;
    private final JsonNode status;
    private final List<Target> targets;

    /// A cluster that the object goes to.
    ///
    /// @param replicas empty for kinds without replicas
    /// @param start the first ordinal of a StatefulSet with global identities
    /// @param claimed how many ordinals from the first on belong to the cluster, whether they run or not
    /// @param completions how many pods of a Job must succeed there
    public record Target(
            String cluster, OptionalInt replicas, OptionalInt start, OptionalInt claimed, OptionalInt completions) {

        /// A target of a kind other than Job.
        public Target(String cluster, OptionalInt replicas, OptionalInt start, OptionalInt claimed) {
            this(cluster, replicas, start, claimed, OptionalInt.empty());
        }

        /// A target without ordinals of its own.
        public static Target of(String cluster, OptionalInt replicas) {
            return new Target(cluster, replicas, OptionalInt.empty(), OptionalInt.empty());
        }

        public Target withReplicas(int number) {
            return new Target(cluster, OptionalInt.of(number), start, claimed, completions);
        }

        public Target withCompletions(int number) {
            return new Target(cluster, replicas, start, claimed, OptionalInt.of(number));
        }

        public ObjectNode json() {
            ObjectNode json = Json.object().put("name", cluster);
            replicas.ifPresent(number -> json.put("replicas", number));
            completions.ifPresent(number -> json.put("completions", number));
            if (start.isPresent()) {
                ObjectNode ordinals = json.putObject("ordinals").put("start", start.getAsInt());
                claimed.ifPresent(number -> ordinals.put("claimed", number));
            }
            return json;
        }
    }

    private Binding(Stored stored, JsonNode tree) {
        super(stored, tree);
        spec = tree.path("spec");
        status = tree.path("status");
        List<Target> read = new ArrayList<>();
        for (JsonNode target : spec.path("clusters")) {
            read.add(new Target(
                    target.path("name").asString(""),
                    number(target.path("replicas")),
                    number(target.path("ordinals").path("start")),
                    number(target.path("ordinals").path("claimed")),
                    number(target.path("completions"))));
        }
        targets = List.copyOf(read);
    }

    private static OptionalInt number(JsonNode json) {
        return json.isNumber() ? OptionalInt.of(json.asInt()) : OptionalInt.empty();
    }

    /// The kind of binding for an object with, or without, a namespace.
    public static Kind<Binding> kindFor(Key template) {
        return template.namespace().isEmpty() ? GLOBAL_KIND : KIND;
    }

    /// The key of the binding of an object.
    public static Key keyFor(Kind<?> kind, Key template) {
        return new Key(
                template.namespace(),
                template.name().replace(':', '.') + suffix(kind.type().group(), kind.name()));
    }

    /// The key of the binding of a built-in kind.
    public static Key keyFor(String kind, Key template) {
        return new Key(template.namespace(), template.name().replace(':', '.') + suffix("", kind));
    }

    /// The suffix of binding names of a kind, such as `-deployment`. That of a custom kind contains its group,
    /// `-certificate.cert-manager.io`, because two groups may have kinds of the same name.
    public static String suffix(String group, String kind) {
        String ending = '-' + kind.toLowerCase(Locale.ROOT);
        return BUILTIN_GROUPS.contains(group) ? ending : ending + '.' + group;
    }

    /// The clusters that must remove the object and may still have it, in the order of their names.
    public List<String> departing() {
        return clusters("departing", annotated().departing());
    }

    /// The clusters that have left the federation and keep their replicas, in the order of their names.
    public List<String> left() {
        return clusters("left", annotated().left());
    }

    /// The clusters that have left the federation and whose replicas a user has given up, in the order of their names.
    public List<String> released() {
        return clusters("released", annotated().released());
    }

    private List<String> clusters(String field, List<String> earlier) {
        SortedSet<String> clusters = new TreeSet<>(earlier);
        spec.path(field).forEach(name -> clusters.add(name.asString("")));
        return List.copyOf(clusters);
    }

    /// Why each cluster was chosen or not, by cluster.
    public SortedMap<String, String> reasons() {
        SortedMap<String, String> reasons = annotated().reasons();
        reasons.remove("");
        for (JsonNode item : spec.path("scheduling").path("clusters")) {
            reasons.put(item.path("name").asString(""), item.path("reason").asString(""));
        }
        return reasons;
    }

    /// Why not all replicas could be placed; empty when they could.
    public String schedulingFailure() {
        return spec.path("scheduling")
                .path("failure")
                .asString(annotated().reasons().getOrDefault("", ""));
    }

    /// The policy's affinity group that was used; empty for none.
    public String affinityName() {
        return spec.path("scheduling").path("affinityName").asString(annotated().affinityName());
    }

    /// The id that each cluster had when a StatefulSet with volumes was given to it.
    public SortedMap<String, String> volumeClusterIds() {
        SortedMap<String, String> ids = annotated().clusterIds();
        for (JsonNode item : spec.path("volumes")) {
            ids.put(item.path("cluster").asString(""), item.path("id").asString(""));
        }
        return ids;
    }

    /// The ids of clusters that replaced others of the same name, which had volumes of the set.
    public SortedMap<String, String> replacedBy() {
        SortedMap<String, String> replaced = annotated().replaced();
        for (JsonNode item : spec.path("volumes")) {
            if (item.has("replacedBy")) {
                replaced.put(
                        item.path("cluster").asString(""),
                        item.path("replacedBy").asString(""));
            }
        }
        return replaced;
    }

    /// Which revision of its pods each cluster is to run.
    public RolloutRecord rollout() {
        return RolloutRecord.read(spec.path("rollout"));
    }

    private AnnotatedBinding annotated() {
        return new AnnotatedBinding(meta().annotations());
    }

    /// Removes the annotations that have become fields.
    ///
    /// @param annotations is changed
    /// @return whether there were any
    public static boolean removeAnnotated(ObjectNode annotations) {
        boolean found = AnnotatedBinding.ANNOTATIONS.stream().anyMatch(annotations::has);
        annotations.remove(AnnotatedBinding.ANNOTATIONS);
        return found;
    }

    public List<Target> targets() {
        return targets;
    }

    public Optional<Target> target(String cluster) {
        for (Target target : targets) {
            if (target.cluster().equals(cluster)) {
                return Optional.of(target);
            }
        }
        return Optional.empty();
    }

    /// The object's `apiVersion` and `kind`.
    public JsonNode resource() {
        return spec.path("resource");
    }

    public String templateUid() {
        return resource().path("uid").asString("");
    }

    public Key template() {
        return new Key(
                resource().path("namespace").asString(""),
                resource().path("name").asString(""));
    }

    /// Read only.
    public JsonNode spec() {
        return spec;
    }

    /// Read only.
    public JsonNode status() {
        return status;
    }

    /// The status entry of a cluster; missing when there is none.
    public JsonNode statusIn(String cluster) {
        for (JsonNode item : status.path("aggregatedStatus")) {
            if (item.path("clusterName").asString("").equals(cluster)) {
                return item;
            }
        }
        return status.path("aggregatedStatus").path(cluster);
    }

    /// What a cluster waits for, as last recorded.
    public Wait waitsFor(String cluster) {
        return Wait.read(statusIn(cluster).path("waitsFor"));
    }

    /// The last recorded sync result of a cluster.
    public SyncResult resultIn(String cluster) {
        String problem = statusIn(cluster).path("appliedMessage").asString("");
        return problem.isEmpty() ? SyncResult.waits(waitsFor(cluster)) : SyncResult.failed(problem);
    }

    /// Whether the dependencies of the object are propagated with it.
    public boolean takesDependenciesAlong() {
        return spec.path("propagateDeps").asBoolean(false);
    }

    /// Whether existing objects in members are overwritten.
    public boolean overwrites() {
        return spec.path("conflictResolution").asString("").equals("Overwrite");
    }

    /// Whether it exists only as a dependency of other objects, without a policy of its own.
    public boolean isDependency() {
        return !spec.path("requiredBy").isEmpty() && !isClaimed();
    }

    /// Whether a policy has claimed the object.
    public boolean isClaimed() {
        Map<String, String> annotations = meta().annotations();
        return annotations.containsKey(Names.POLICY_NAME) || annotations.containsKey(Names.CLUSTER_POLICY_NAME);
    }

    /// Whether members keep their objects when the template is deleted.
    public boolean preservesOnDeletion() {
        return spec.path("preserveResourcesOnDeletion").asBoolean(false);
    }
}
