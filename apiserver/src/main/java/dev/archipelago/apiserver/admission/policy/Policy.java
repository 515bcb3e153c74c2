package dev.archipelago.apiserver.admission.policy;

import dev.archipelago.api.objects.Meta;
import dev.archipelago.apiserver.admission.matching.MatchCriteria;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// A policy, compiled when it is first needed: not by the thread that tells all watches.
///
/// @param <P> what it is compiled to
final class Policy<P> {
    private final String name;
    private final JsonNode spec;
    private final MatchCriteria criteria;
    private final Function<JsonNode, P> compiler;
    private volatile @Nullable P program;

    private Policy(String name, JsonNode spec, Function<JsonNode, P> compiler) {
        this.name = name;
        this.spec = spec;
        this.compiler = compiler;
        criteria = MatchCriteria.of(spec.path("matchConstraints"));
    }

    static <P> Policy<P> of(ObjectNode policy, Function<JsonNode, P> compiler) {
        return new Policy<>(Meta.name(policy), policy.path("spec"), compiler);
    }

    String name() {
        return name;
    }

    MatchCriteria criteria() {
        return criteria;
    }

    /// Whether a request passes when the policy cannot be evaluated for it.
    boolean ignoresFailure() {
        return spec.path("failurePolicy").asString("Fail").equals("Ignore");
    }

    boolean hasParams() {
        return spec.path("paramKind").isObject();
    }

    String paramApiVersion() {
        return spec.path("paramKind").path("apiVersion").asString("");
    }

    String paramKind() {
        return spec.path("paramKind").path("kind").asString("");
    }

    P program() {
        P known = program;
        if (known == null) {
            known = compiler.apply(spec);
            program = known;
        }
        return known;
    }
}
