package dev.archipelago.apiserver.admission.webhook;

import dev.archipelago.api.objects.Json;
import dev.archipelago.apiserver.admission.AdmissionRequest;
import dev.archipelago.apiserver.admission.matching.RequestDescription;
import dev.archipelago.apiserver.catalog.ServedResource;
import dev.archipelago.apiserver.cel.Condition;
import dev.archipelago.apiserver.cel.ExpressionException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.NullNode;
import tools.jackson.databind.node.ObjectNode;

/// The conditions under which a webhook is asked, beyond its rules and selectors: all must hold.
final class MatchConditions {
    private final List<Named> conditions;

    private MatchConditions(List<Named> conditions) {
        this.conditions = conditions;
    }

    static MatchConditions of(JsonNode list) {
        List<Named> conditions = new ArrayList<>();
        for (JsonNode each : list) {
            conditions.add(new Named(
                    each.path("name").asString(""), each.path("expression").asString("")));
        }
        return new MatchConditions(List.copyOf(conditions));
    }

    /// Whether all hold. One that does not decides, whatever is wrong with others.
    boolean hold(Subject subject) throws ExpressionException {
        @Nullable ExpressionException wrong = null;
        for (Named each : conditions) {
            try {
                if (!each.holds(subject.write())) {
                    return false;
                }
            } catch (ExpressionException e) {
                wrong = wrong == null ? e : wrong;
            }
        }
        if (wrong != null) {
            throw wrong;
        }
        return true;
    }

    /// A request as the conditions of a webhook see it: converted when the first of them asks. Belongs to one thread,
    /// while nobody changes the object.
    static final class Subject {
        private final AdmissionRequest request;
        private final ServedResource matched;
        private Condition.@Nullable Write write;

        Subject(AdmissionRequest request, ServedResource matched) {
            this.request = request;
            this.matched = matched;
        }

        private Condition.Write write() {
            Condition.Write known = write;
            if (known == null) {
                ObjectNode described = Json.object();
                RequestDescription.describe(request, matched, described);
                known = new Condition.Write(served(request.object()), served(request.old()), described);
                write = known;
            }
            return known;
        }

        private JsonNode served(@Nullable ObjectNode object) {
            return object == null ? NullNode.getInstance() : matched.served(object);
        }
    }

    /// A condition that is compiled when it is first needed: not by the thread that tells all watches.
    private static final class Named {
        private final String name;
        private final String expression;
        private volatile @Nullable Condition condition;

        Named(String name, String expression) {
            this.name = name;
            this.expression = expression;
        }

        boolean holds(Condition.Write write) throws ExpressionException {
            try {
                Condition compiled = condition;
                if (compiled == null) {
                    compiled = Condition.compile(expression);
                    condition = compiled;
                }
                return compiled.holds(write);
            } catch (ExpressionException e) {
                throw new ExpressionException("matchCondition " + name + ": " + e.getMessage());
            }
        }
    }
}
