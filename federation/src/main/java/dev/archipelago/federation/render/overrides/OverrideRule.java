package dev.archipelago.federation.render.overrides;

import dev.archipelago.api.errors.FieldError;
import dev.archipelago.federation.kinds.ClusterTraits;
import dev.archipelago.federation.kinds.Policy;
import dev.archipelago.federation.schedule.policy.ClusterAffinity;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// A rule of an override policy: target clusters and overriders.
///
/// @param targetCluster missing for all clusters
record OverrideRule(PolicyField place, JsonNode targetCluster, JsonNode overriders) {
    /// The fields that identify an object, which no rule may change.
    private static final List<JsonPointer> IDENTITY = Stream.of(
                    "/apiVersion", "/kind", "/metadata/namespace", "/metadata/name")
            .map(JsonPointer::compile)
            .toList();

    private static final Set<String> OVERRIDABLE = Set.of("labels", "annotations");

    /// The rules of a policy; policies of the older form are one rule.
    static List<OverrideRule> of(Policy policy) {
        JsonNode rules = policy.spec().path("overrideRules");
        if (rules.isEmpty()) {
            return List.of(of(PolicyField.of(policy), policy.spec()));
        }
        List<OverrideRule> result = new ArrayList<>(rules.size());
        for (int i = 0; i < rules.size(); i++) {
            result.add(of(PolicyField.of(policy).at("overrideRules").item(i), rules.path(i)));
        }
        return result;
    }

    private static OverrideRule of(PolicyField place, JsonNode rule) {
        return new OverrideRule(place, rule.path("targetCluster"), rule.path("overriders"));
    }

    boolean isFor(ClusterTraits cluster) {
        List<FieldError> problems = ClusterAffinity.problems(
                targetCluster, place.at("targetCluster").field());
        if (!problems.isEmpty()) {
            throw place.policy().invalid(problems);
        }
        return ClusterAffinity.read(targetCluster).matches(cluster);
    }

    ObjectNode apply(ObjectNode object) {
        ObjectNode result = object;
        for (Overrider overrider : Overrider.all(place.at("overriders"), overriders)) {
            result = overrider.apply(result);
        }
        return result;
    }

    /// Refuses kinds that must be the same in all clusters.
    void checkKind(String apiVersion) {
        if (Overrides.isForbidden(apiVersion)) {
            throw place.at("overriders").forbidden(Overrides.FORBIDDEN);
        }
    }

    /// Refuses changes of the object's identity.
    void checkIdentity(ObjectNode before, ObjectNode after) {
        for (JsonPointer field : IDENTITY) {
            if (!before.at(field).equals(after.at(field))) {
                String name = field.toString().substring(1).replace('/', '.');
                throw place.at("overriders").forbidden("must not change " + name);
            }
        }
        checkMetadata(before.path("metadata"), after.path("metadata"));
    }

    /// Refuses changes of other metadata. Owners that do not exist would have the object garbage collected, and
    /// finalizers would keep it for ever.
    private void checkMetadata(JsonNode before, JsonNode after) {
        Set<String> fields = new TreeSet<>(before.propertyNames());
        fields.addAll(after.propertyNames());
        fields.removeAll(OVERRIDABLE);
        for (String field : fields) {
            if (!before.path(field).equals(after.path(field))) {
                throw place.at("overriders").forbidden("must not change metadata." + field);
            }
        }
    }
}
