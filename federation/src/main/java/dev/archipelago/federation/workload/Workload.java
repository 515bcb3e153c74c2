package dev.archipelago.federation.workload;

import dev.archipelago.api.cluster.DeleteOptions;
import dev.archipelago.api.objects.AnyObject;
import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.api.selector.LabelSelector;
import dev.archipelago.federation.kinds.Binding;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What the federation knows about one kind; nothing else checks for kinds by name. The methods here are the defaults.
/// A new kind is a new class and a line in [Workloads].
public abstract class Workload {
    private static final String REPLICAS = "replicas";

    /// Which objects of a kind are propagated.
    public enum Propagation {
        /// Each cluster has its own, or creates them itself.
        NEVER,

        /// Objects with a policy.
        BY_POLICY,

        /// Also objects without a policy, unless default propagation is off.
        BY_DEFAULT,

        /// All, whatever policies say: other objects could not exist without them.
        ALWAYS
    }

    /// How a change of an object reaches its clusters.
    public enum Rollout {
        /// All clusters get it at once.
        AT_ONCE,

        /// New pods go to one cluster after the other.
        CLUSTER_BY_CLUSTER
    }

    public Propagation propagation() {
        return Propagation.BY_POLICY;
    }

    /// Whether an object of the kind is meaningful in other clusters than the one that made it.
    public boolean isShareable(ApiObject object) {
        return true;
    }

    // Replicas

    /// The field under `spec` with the replica count; empty for kinds without one.
    public Optional<String> replicasField() {
        return Optional.empty();
    }

    /// How many replicas an object asks for; empty for kinds without a count.
    public final OptionalInt replicas(JsonNode object) {
        return replicasField()
                .map(field -> OptionalInt.of(object.path("spec").path(field).asInt(1)))
                .orElse(OptionalInt.empty());
    }

    /// Whether each replica has a name and volumes of its own, so that none may be moved or run twice.
    public boolean hasIdentities() {
        return false;
    }

    /// Whether replicas have volumes that exist only in their cluster.
    public boolean hasVolumes(JsonNode object) {
        return false;
    }

    /// The Federation v1 annotation with replica preferences.
    public Optional<String> preferencesAnnotation() {
        return Optional.empty();
    }

    /// How many pods must succeed in all; empty for other kinds than Job.
    public OptionalInt completions(JsonNode object) {
        return OptionalInt.empty();
    }

    /// Why an object must not be divided over several clusters.
    public Optional<Indivisible> indivisible(JsonNode object) {
        return Optional.empty();
    }

    /// What prevents a division.
    ///
    /// @param field as named in Status errors
    public record Indivisible(String field, String detail) {}

    // Pods

    /// Where the pod `spec` of an object is, as a JSON pointer; empty for kinds without pods.
    protected String podSpecPointer() {
        return "";
    }

    /// The pod `spec` of an object; missing for kinds without pods.
    public final JsonNode podSpec(JsonNode object) {
        return podSpecPointer().isEmpty() ? Json.object().path("spec") : object.at(podSpecPointer());
    }

    // In a member

    /// The key of an object in a cluster.
    public Key nameIn(Template template, String cluster) {
        return template.object().key();
    }

    /// The key of an object in a cluster where it is placed, by the identity that it was placed with.
    ///
    /// @param template its key in the federation
    public Key nameIn(Key template, Binding.Target placed) {
        return template;
    }

    /// The fields that a server assigns, as JSON pointers.
    protected List<String> assignedFields() {
        return List.of();
    }

    /// Removes what the federation's API server assigned; each member assigns its own.
    public void removeAssigned(ObjectNode object) {
        for (String pointer : assignedFields()) {
            int last = pointer.lastIndexOf('/');
            if (object.at(pointer.substring(0, last)) instanceof ObjectNode holder) {
                holder.remove(pointer.substring(last + 1));
            }
        }
    }

    /// Adds what all objects of the kind have in members.
    public void complete(Template template, ObjectNode object) {}

    /// The immutable fields under `spec`.
    public List<String> immutableFields() {
        return List.of();
    }

    /// The propagation policy of deletions in a member; empty for the default.
    public Optional<DeleteOptions.Propagation> deletion() {
        return Optional.empty();
    }

    /// The objects that members make for an object of the kind and that the federation follows.
    public Optional<Children> children() {
        return Optional.empty();
    }

    /// Objects of members that are controlled by those of the federation.
    ///
    /// @param labels which all of them have, and few others
    public record Children(Kind<AnyObject> kind, LabelSelector labels) {}

    /// How a new pod template reaches clusters.
    public Rollout rollout() {
        return Rollout.AT_ONCE;
    }

    /// How many pods an object replaces by itself in an update.
    public int updatedReplicas(JsonNode object) {
        return 0;
    }

    /// Whether an object has done all that its spec asks, including its update.
    public boolean isSettled(JsonNode object) {
        return false;
    }

    /// Whether a user has paused the rollout of an object.
    public boolean isPaused(JsonNode object) {
        return false;
    }

    /// Whether all clusters update an object at once, because its old pods end before the first new one starts.
    public boolean isRecreated(JsonNode object) {
        return false;
    }

    /// Whether an update waits for clusters that cannot be reached.
    public boolean waitsForUnreachable() {
        return true;
    }

    /// The annotation of a template with the number of its revision, which kubectl reads.
    public Optional<String> revisionAnnotation() {
        return Optional.empty();
    }

    // Status

    /// The fields of a cluster's status that bindings keep.
    protected abstract List<String> statusFields();

    /// The part of a cluster's status that bindings keep, if there is any.
    public Optional<ObjectNode> statusPart(JsonNode status) {
        ObjectNode part = Json.object();
        for (String field : statusFields()) {
            JsonNode value = status.path(field);
            if (!value.isMissingNode() && !(value.isContainer() && value.isEmpty())) {
                part.set(field, value.deepCopy());
            }
        }
        return part.isEmpty() ? Optional.empty() : Optional.of(part);
    }

    /// Whether an object in a cluster is healthy.
    public boolean isHealthy(JsonNode object) {
        JsonNode spec = object.path("spec");
        return !spec.has(REPLICAS)
                || object.path("status").path("readyReplicas").asInt(0)
                        >= spec.path(REPLICAS).asInt(1);
    }

    /// Whether a status is final, whatever happens to the cluster.
    public boolean isFinished(JsonNode status) {
        return false;
    }

    /// Whether an object in a cluster has reached its desired state.
    public boolean isAtRest(InCluster in) {
        JsonNode spec = in.spec();
        if (in.object().isEmpty() || !spec.has(REPLICAS)) {
            return in.object().isPresent();
        }
        int replicas = spec.path(REPLICAS).asInt(1);
        return in.current()
                && in.isObserved()
                && in.status().path(REPLICAS).asInt(0) == replicas
                && in.count("readyReplicas") >= replicas;
    }

    /// Whether all pods in a cluster have its current template.
    public boolean isUpdated(InCluster in) {
        return isAtRest(in);
    }

    /// Whether status changes are written at once, because DNS records or addresses follow them.
    public boolean isReportedAtOnce() {
        return false;
    }

    /// Sums the statuses in all clusters.
    ///
    /// @return whether the kind has a status of its own to be written
    public abstract boolean sum(Sum sum);
}
