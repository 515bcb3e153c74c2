package dev.archipelago.apiserver.authz;

import dev.archipelago.api.authn.UserInfo;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// All roles and bindings at one moment. Immutable; answers from any thread without locks.
public final class RbacSnapshot implements Authorizer {
    private static final Decision SUPERUSER = new Decision.Allowed(() -> "");
    private static final Decision NO_OPINION = new Decision.NoOpinion("");

    private final Scope cluster;
    private final Map<String, Scope> namespaces;
    private final Map<String, RoleRules> clusterRoles;
    private final Map<String, Map<String, RoleRules>> roles;

    RbacSnapshot(
            Scope cluster,
            Map<String, Scope> namespaces,
            Map<String, RoleRules> clusterRoles,
            Map<String, Map<String, RoleRules>> roles) {
        this.cluster = cluster;
        this.namespaces = namespaces;
        this.clusterRoles = clusterRoles;
        this.roles = roles;
    }

    /// The rules that apply to somebody, with what could not be resolved.
    public record UserRules(List<PolicyRule> rules, List<String> errors) {
        public UserRules {
            rules = List.copyOf(rules);
            errors = List.copyOf(errors);
        }

        /// The errors in one text, or empty.
        public String error() {
            return aggregate(errors);
        }
    }

    @Override
    public Decision authorize(Attributes attributes) {
        if (isSuperuser(attributes.user())) {
            return SUPERUSER;
        }
        String qualified = attributes.qualifiedResource();
        int verbBit = RuleMatcher.bitOf(attributes.verb());
        Decision decision = cluster.decide(attributes, qualified, verbBit);
        if (decision == null) {
            Scope namespace = scope(attributes.namespace());
            decision = namespace == null ? null : namespace.decide(attributes, qualified, verbBit);
        }
        return decision == null ? noOpinion(attributes) : decision;
    }

    /// Everything somebody may do in a namespace, or in the whole cluster when it is empty.
    public UserRules rulesFor(UserInfo user, String namespace) {
        List<PolicyRule> rules = new ArrayList<>();
        Set<String> errors = new LinkedHashSet<>();
        Set<RoleRules> seen = new LinkedHashSet<>();
        visit(user, namespace, grant -> {
            if (!grant.error().isEmpty()) {
                errors.add(grant.error());
            } else if (seen.add(grant.rules())) {
                rules.addAll(grant.rules().rules());
            }
        });
        return new UserRules(rules, List.copyOf(errors));
    }

    static boolean isSuperuser(UserInfo user) {
        return user.groups().contains(UserInfo.MASTERS);
    }

    /// The rules of the role that a binding in a namespace refers to.
    Optional<List<PolicyRule>> rulesOf(RoleGrant.RoleReference reference, String namespace) {
        RoleRules found = switch (reference.kind()) {
            case "ClusterRole" -> clusterRoles.get(reference.name());
            case "Role" -> roles.getOrDefault(namespace, Map.of()).get(reference.name());
            default -> null;
        };
        return Optional.ofNullable(found).map(RoleRules::rules);
    }

    private Decision noOpinion(Attributes attributes) {
        Scope namespace = scope(attributes.namespace());
        if (!cluster.hasErrors() && (namespace == null || !namespace.hasErrors())) {
            return NO_OPINION;
        }
        Set<String> errors = new LinkedHashSet<>();
        visit(attributes.user(), attributes.namespace(), grant -> {
            if (!grant.error().isEmpty()) {
                errors.add(grant.error());
            }
        });
        return errors.isEmpty() ? NO_OPINION : new Decision.NoOpinion("RBAC: " + aggregate(List.copyOf(errors)));
    }

    private void visit(UserInfo user, String namespace, Consumer<Scope.Grant> visitor) {
        cluster.visit(user, visitor);
        Scope scope = scope(namespace);
        if (scope != null) {
            scope.visit(user, visitor);
        }
    }

    private @Nullable Scope scope(String namespace) {
        return namespace.isEmpty() ? null : namespaces.get(namespace);
    }

    private static String aggregate(List<String> errors) {
        return errors.size() == 1 ? errors.getFirst() : errors.isEmpty() ? "" : errors.toString();
    }
}
