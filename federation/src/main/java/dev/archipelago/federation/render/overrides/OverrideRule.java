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

/// What a policy changes for some clusters.
///
/// @param targetCluster missing for all clusters
record OverrideRule(PolicyField place, JsonNode targetCluster, JsonNode overriders) {
    /// What makes an object this one and no other.
    private static final List<JsonPointer> IDENTITY = Stream.of(
                    "/apiVersion", "/kind", "/metadata/namespace", "/metadata/name")
            .map(JsonPointer::compile)
            .toList();

    private static final Set<String> OVERRIDABLE = Set.of("labels", "annotations");

    /// The rules of a policy, or the one that older policies are.
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

    /// Refuses to change what must be the same everywhere.
    void checkKind(String apiVersion) {
        if (Overrides.isForbidden(apiVersion)) {
            throw place.at("overriders").forbidden(Overrides.FORBIDDEN);
        }
    }

    /// Refuses to have made another object of one.
    void checkIdentity(ObjectNode before, ObjectNode after) {
        for (JsonPointer field : IDENTITY) {
            if (!before.at(field).equals(after.at(field))) {
                String name = field.toString().substring(1).replace('/', '.');
                throw place.at("overriders").forbidden("must not change " + name);
            }
        }
        checkMetadata(before.path("metadata"), after.path("metadata"));
    }

    /// All else in metadata says whose an object is and what goes with it: owners that are not there would have it
    /// collected, finalizers would keep it for ever.
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
