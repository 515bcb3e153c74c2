package dev.archipelago.federation.admission;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.FieldError;
import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Meta;
import dev.archipelago.api.objects.NameRules;
import dev.archipelago.apiserver.admission.Admission;
import dev.archipelago.apiserver.admission.AdmissionRequest;
import dev.archipelago.apiserver.authz.Authorizer;
import dev.archipelago.apiserver.authz.RbacIndex;
import dev.archipelago.apiserver.catalog.Catalog;
import dev.archipelago.federation.kinds.ClusterName;
import dev.archipelago.federation.kinds.Names;
import dev.archipelago.federation.match.ClusterSelector;
import dev.archipelago.federation.render.overrides.Overrides;
import dev.archipelago.federation.rollout.Terms;
import dev.archipelago.federation.schedule.policy.Placement;
import dev.archipelago.federation.schedule.preferences.Preferences;
import dev.archipelago.federation.workload.ReplicaIdentity;
import dev.archipelago.federation.workload.Workloads;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The admission checks that only a federation makes.
public final class FederationAdmission implements Admission {
    private static final String ANNOTATIONS = "metadata.annotations[%s]";

    private static final String FAILOVER =
            "spec.failover: not acted on in this version: replicas of a lost cluster stay where they are placed";

    private static final Set<String> VOLUMES = Set.of("persistentvolumes/", "persistentvolumeclaims/");
    private static final Set<String> VOLUME_PROTECTION =
            Set.of("kubernetes.io/pv-protection", "kubernetes.io/pvc-protection");

    private static final Map<String, Set<String>> CHOICES = Map.of(
            Names.LOAD_BALANCERS, Set.of("true", "false"),
            Names.IDENTITY, Set.of("Global", "Local"),
            Names.BOOTSTRAP, Set.of("Ordered", "Parallel"),
            Names.SCALING, Set.of("OneAtATime", "AtOnce"),
            Names.LOST_VOLUMES, Set.of("Hold", "Start"));

    private static final List<String> PREFERENCES = List.of(
            Names.STATEFULSET_PREFERENCES,
            Names.DEPLOYMENT_PREFERENCES,
            Names.REPLICASET_PREFERENCES,
            Names.JOB_PREFERENCES);

    private static final Catalog NOTHING = new Catalog(List.of());

    private volatile KnownNames known = KnownNames.NONE;
    private volatile Propagation propagation = template -> true;
    private volatile Authorizer authorizer = new RbacIndex();
    private volatile Supplier<Catalog> catalog = () -> NOTHING;

    /// Sets the names that new StatefulSets and clusters must not collide with. Until then there are none.
    public void use(KnownNames names) {
        known = names;
    }

    /// Sets the decision which objects are propagated. Until then there are no warnings about it.
    public void usePropagation(Propagation decision) {
        propagation = decision;
    }

    /// Sets the authorizer and the catalog of served kinds. Until then only administrators pass the checks
    /// that need them.
    public void use(Authorizer rights, Supplier<Catalog> served) {
        authorizer = rights;
        catalog = served;
    }

    /// Removes the in-use protection finalizers of volumes and claims: only members know about use and protect
    /// their own, so nothing in the federation would ever remove them.
    @Override
    public boolean mutate(AdmissionRequest request) {
        ObjectNode object = request.object();
        if (object != null && VOLUMES.contains(request.resource().keyPrefix())) {
            List<String> finalizers = new ArrayList<>(Meta.finalizers(object));
            if (finalizers.removeAll(VOLUME_PROTECTION)) {
                Meta.finalizers(object, finalizers);
            }
        }
        return false;
    }

    @Override
    public void validate(AdmissionRequest request) {
        JsonNode object = request.object();
        String kind = request.resource().kind().kind();
        String type = request.resource().group() + '/' + kind;
        List<FieldError> errors = new ArrayList<>();
        if (object == null) {
            return;
        }
        boolean hasIdentities = Workloads.of(object).hasIdentities();
        if (hasIdentities && request.old() != null) {
            // For every subresource: a status update may change annotations, too.
            checkIdentity(request.namespace(), request.old(), object, errors);
        }
        if (request.subresource().isEmpty()) {
            check(type, request, object, errors);
        }
        if (!errors.isEmpty()) {
            throw ApiException.invalid(request.resource().group(), kind, request.name(), errors);
        }
        if (request.subresource().isEmpty() && request.operation() == AdmissionRequest.Operation.CREATE) {
            CreationWarnings.give(request, object, propagation);
        }
    }

    private void check(String type, AdmissionRequest request, JsonNode object, List<FieldError> errors) {
        boolean isNew = request.operation() == AdmissionRequest.Operation.CREATE;
        if (isNew && Workloads.of(object).hasIdentities()) {
            checkSetName(SetName.of(request.namespace(), object), errors);
            checkClaimNames(object.path("spec").path("volumeClaimTemplates"), errors);
        }
        switch (type) {
            case "cluster.karmada.io/Cluster" -> {
                if (isNew) {
                    checkClusterName(request.name(), errors);
                }
                ClusterConnection.check(object, request.old(), request.user(), authorizer, errors);
            }
            case "policy.karmada.io/OverridePolicy", "policy.karmada.io/ClusterOverridePolicy" -> {
                checkOverridden(object.path("spec").path("resourceSelectors"), errors);
                new PolicyRights(authorizer, catalog.get()).checkOverriding(request, object);
            }
            case "policy.karmada.io/PropagationPolicy", "policy.karmada.io/ClusterPropagationPolicy" -> {
                errors.addAll(Placement.problems(object.path("spec").path("placement")));
                new PolicyRights(authorizer, catalog.get()).checkPropagating(request, object);
                if (object.path("spec").has("failover")) {
                    request.warn().accept(FAILOVER);
                }
            }
            default -> {}
        }
        JsonNode old = request.old() == null ? Json.object() : request.old();
        checkAnnotations(
                object.path("metadata").path("annotations"),
                old.path("metadata").path("annotations"),
                errors);
    }

    /// Refuses a change of identity. It would rename replicas, and new ones would start with empty
    /// volumes. Changing back to the identity of the existing replicas is allowed, for sets that were
    /// changed past this check.
    private void checkIdentity(String namespace, JsonNode old, JsonNode object, List<FieldError> errors) {
        SetName before = SetName.of(namespace, old);
        SetName after = SetName.of(namespace, object);
        boolean isSame = before.global() == after.global();
        if (!isSame && !known.isPlacedGlobally(namespace, after.name()).equals(Optional.of(after.global()))) {
            errors.add(FieldError.forbidden(ANNOTATIONS.formatted(Names.IDENTITY), ReplicaIdentity.FIXED));
        }
    }

    private void checkSetName(SetName set, List<FieldError> errors) {
        KnownNames names = known;
        new NameCollisions(names)
                .ofSet(set)
                .ifPresent(detail ->
                        errors.add(FieldError.invalid("metadata.name", FieldError.quoted(set.name()), detail)));
        if (set.global()) {
            return;
        }
        for (String cluster : names.clusters()) {
            if (isTooLong(set.name(), cluster)) {
                errors.add(FieldError.invalid(
                        "metadata.name", FieldError.quoted(set.name()), tooLong(set.name(), cluster)));
                return;
            }
        }
    }

    /// Refuses claim names that are invalid. Otherwise members would find out, one pod after the other.
    private static void checkClaimNames(JsonNode claims, List<FieldError> errors) {
        for (int i = 0; i < claims.size(); i++) {
            String name = claims.get(i).path("metadata").path("name").asString("");
            if (!NameRules.dnsLabel(name).isEmpty()) {
                errors.add(FieldError.invalid(
                        "spec.volumeClaimTemplates[" + i + "].metadata.name",
                        FieldError.quoted(name),
                        "must consist of lower case letters, digits and '-', and begin and end with a letter or a"
                                + " digit: it is the beginning of the names of claims"));
            }
        }
    }

    /// Refuses overrides of RBAC roles. Escalation is checked when a role is written; an override would
    /// change it afterwards.
    private static void checkOverridden(JsonNode selectors, List<FieldError> errors) {
        for (int i = 0; i < selectors.size(); i++) {
            String apiVersion = selectors.path(i).path("apiVersion").asString("");
            if (Overrides.isForbidden(apiVersion)) {
                errors.add(FieldError.forbidden(
                        "spec.resourceSelectors[" + i + "]", apiVersion + ": " + Overrides.FORBIDDEN));
            }
        }
    }

    private void checkClusterName(String cluster, List<FieldError> errors) {
        KnownNames names = known;
        Collection<SetName> sets = names.sets();
        new NameCollisions(names)
                .ofCluster(cluster, sets)
                .ifPresent(
                        detail -> errors.add(FieldError.invalid("metadata.name", FieldError.quoted(cluster), detail)));
        for (SetName set : sets) {
            if (!set.global() && isTooLong(set.name(), cluster)) {
                errors.add(
                        FieldError.invalid("metadata.name", FieldError.quoted(cluster), tooLong(set.name(), cluster)));
                return;
            }
        }
    }

    private static boolean isTooLong(String set, String cluster) {
        return set.length() + 1 + cluster.length() > ReplicaIdentity.SET_NAME_MAX;
    }

    private static String tooLong(String set, String cluster) {
        return "the StatefulSet would be called %s-%s in cluster %s, which is %d characters where %d are allowed: %d of them are the set's name, %d the cluster's"
                .formatted(
                        set,
                        cluster,
                        cluster,
                        set.length() + 1 + cluster.length(),
                        ReplicaIdentity.SET_NAME_MAX,
                        set.length(),
                        cluster.length());
    }

    /// @param old what was accepted before may have become wrong since
    private void checkAnnotations(JsonNode annotations, JsonNode old, List<FieldError> errors) {
        for (Map.Entry<String, JsonNode> annotation : annotations.properties()) {
            String key = annotation.getKey();
            String value = annotation.getValue().asString("");
            Set<String> choices = CHOICES.get(key);
            if (choices != null && !choices.contains(value)) {
                errors.add(FieldError.notSupported(
                        ANNOTATIONS.formatted(key),
                        value,
                        choices.stream().sorted().toList()));
            } else if (key.equals(Names.CLUSTER_SELECTOR)) {
                ClusterSelector.problem(value)
                        .ifPresent(detail -> errors.add(
                                FieldError.invalid(ANNOTATIONS.formatted(key), FieldError.quoted(value), detail)));
            } else if (key.equals(Names.ROLLOUT_SKIP)) {
                checkClusterNames(key, value, errors);
            } else if (key.equals(Names.ROLLOUT_ORDER)) {
                checkClusterNames(key, value, errors);
                if (!value.equals(old.path(key).asString(""))) {
                    checkOrder(key, value, errors);
                }
            } else if (key.equals(Names.ROLLOUT_CLUSTERS_MAX)) {
                Terms.problem(value)
                        .ifPresent(detail -> errors.add(
                                FieldError.invalid(ANNOTATIONS.formatted(key), FieldError.quoted(value), detail)));
            } else if (PREFERENCES.contains(key)) {
                checkPreferences(key, value, errors);
            }
        }
    }

    private static void checkClusterNames(String key, String value, List<FieldError> errors) {
        for (String name : ClusterName.list(value)) {
            String problem = ClusterName.problem(name);
            if (!problem.isEmpty()) {
                errors.add(FieldError.invalid(
                        ANNOTATIONS.formatted(key),
                        FieldError.quoted(value),
                        "must be names of clusters, separated by commas: " + problem));
            }
        }
    }

    /// Checks that each cluster of an order is a member, and is named once.
    private void checkOrder(String key, String value, List<FieldError> errors) {
        Collection<String> members = known.clusters();
        Set<String> seen = new HashSet<>();
        for (String name : ClusterName.list(value)) {
            if (!seen.add(name)) {
                errors.add(FieldError.duplicate(ANNOTATIONS.formatted(key), FieldError.quoted(name)));
            } else if (!members.isEmpty() && !members.contains(name)) {
                errors.add(FieldError.invalid(
                        ANNOTATIONS.formatted(key),
                        FieldError.quoted(value),
                        "there is no cluster " + name + "; the clusters are "
                                + members.stream().sorted().collect(Collectors.joining(", "))));
            }
        }
    }

    private static void checkPreferences(String key, String value, List<FieldError> errors) {
        try {
            Preferences.parse(key, value);
        } catch (ApiException e) {
            errors.add(FieldError.invalid(
                    ANNOTATIONS.formatted(key), FieldError.quoted(value), String.valueOf(e.getMessage())));
        }
    }
}
