package dev.archipelago.federation.workload;

import dev.archipelago.api.cluster.DeleteOptions;
import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Key;
import dev.archipelago.federation.kinds.Binding;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What the federation has to know of one kind; nothing else asks what an object's kind is called. What is written here
/// holds for a kind of which nothing special is known. A new kind is a new class and a line in [Workloads].
public abstract class Workload {
    private static final String REPLICAS = "replicas";

    /// Which objects of a kind go to clusters.
    public enum Propagation {
        /// Each cluster has its own, or makes them of what it is given.
        NEVER,

        /// Those that a policy is about.
        BY_POLICY,

        /// Also those that no policy is about, unless default propagation is off.
        BY_DEFAULT,

        /// All, whatever policies say: other objects could not be there without them.
        ALWAYS
    }

    /// How an object becomes another in several clusters.
    public enum Rollout {
        /// Each cluster is told at once what is new.
        AT_ONCE,

        /// New pods go to one cluster after the other.
        CLUSTER_BY_CLUSTER
    }

    public Propagation propagation() {
        return Propagation.BY_POLICY;
    }

    /// Whether an object of the kind means something in other clusters than the one that made it.
    public boolean isShareable(ApiObject object) {
        return true;
    }

    // Replicas

    /// The field under `spec` that says how many replicas there are to be; empty for what is not counted.
    public Optional<String> replicasField() {
        return Optional.empty();
    }

    /// How many replicas an object asks for; nothing for what is not counted.
    public final OptionalInt replicas(JsonNode object) {
        return replicasField()
                .map(field -> OptionalInt.of(object.path("spec").path(field).asInt(1)))
                .orElse(OptionalInt.empty());
    }

    /// Whether each replica has a name and volumes of its own, so that none may be moved or run twice.
    public boolean hasIdentities() {
        return false;
    }

    /// Whether replicas have volumes that only the cluster has in which they run.
    public boolean hasVolumes(JsonNode object) {
        return false;
    }

    /// The annotation that divides replicas over clusters as Federation v1 had it.
    public Optional<String> preferencesAnnotation() {
        return Optional.empty();
    }

    /// How many pods are to succeed in all; nothing for what does not count that.
    public OptionalInt completions(JsonNode object) {
        return OptionalInt.empty();
    }

    /// Why an object must not be divided over several clusters, as the field and what is wrong with it.
    public Optional<Indivisible> indivisible(JsonNode object) {
        return Optional.empty();
    }

    /// What keeps an object from being divided.
    ///
    /// @param field as Status errors name it
    public record Indivisible(String field, String detail) {}

    // Pods

    /// Where the `spec` of the pods of an object is, as a JSON pointer; empty for what has no pods.
    protected String podSpecPointer() {
        return "";
    }

    /// The `spec` of the pods of an object; missing for what has no pods.
    public final JsonNode podSpec(JsonNode object) {
        return podSpecPointer().isEmpty() ? Json.object().path("spec") : object.at(podSpecPointer());
    }

    // In a member

    /// What an object is called in a cluster.
    public Key nameIn(Template template, String cluster) {
        return template.object().key();
    }

    /// What an object is called in a cluster that it was placed in, whatever it asks for by now.
    public Key nameIn(Template template, Binding.Target placed) {
        return nameIn(template, placed.cluster());
    }

    /// The fields that a server assigns, as JSON pointers.
    protected List<String> assignedFields() {
        return List.of();
    }

    /// Removes what the federation's API server assigned: that is for each member to decide for itself.
    public void removeAssigned(ObjectNode object) {
        for (String pointer : assignedFields()) {
            int last = pointer.lastIndexOf('/');
            if (object.at(pointer.substring(0, last)) instanceof ObjectNode holder) {
                holder.remove(pointer.substring(last + 1));
            }
        }
    }

    /// Adds what all objects of the kind get in members.
    public void complete(Template template, ObjectNode object) {}

    /// The fields under `spec` that cannot be changed once an object is there.
    public List<String> immutableFields() {
        return List.of();
    }

    /// What becomes of an object's dependents when it is deleted in a member; nothing for what is usual there.
    public Optional<DeleteOptions.Propagation> deletion() {
        return Optional.empty();
    }

    /// How new pods come to clusters.
    public Rollout rollout() {
        return Rollout.AT_ONCE;
    }

    /// How many pods an object replaces by itself until it is through with new ones.
    public int updatedReplicas(JsonNode object) {
        return 0;
    }

    // Status

    /// The fields of a cluster's status that the binding keeps.
    protected abstract List<String> statusFields();

    /// The part of a cluster's status that the binding keeps, if there is any.
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

    /// Whether an object in a cluster is as well as it is to be.
    public boolean isHealthy(JsonNode object) {
        JsonNode spec = object.path("spec");
        return !spec.has(REPLICAS)
                || object.path("status").path("readyReplicas").asInt(0)
                        >= spec.path(REPLICAS).asInt(1);
    }

    /// Whether what a status tells is over for good, whatever becomes of the cluster.
    public boolean isFinished(JsonNode status) {
        return false;
    }

    /// Whether nothing is expected to happen by itself to an object in a cluster.
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

    /// Whether all pods in a cluster are those that it was last told to run.
    public boolean isUpdated(InCluster in) {
        return isAtRest(in);
    }

    /// Whether a status is told as soon as it changes, because names or addresses follow it.
    public boolean isToldAtOnce() {
        return false;
    }

    /// Sums what an object is in its clusters.
    ///
    /// @return whether the kind has a status of its own to be written
    public abstract boolean sum(Sum sum);
}
