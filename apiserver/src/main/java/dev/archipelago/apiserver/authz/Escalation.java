package dev.archipelago.apiserver.authz;

import static dev.archipelago.apiserver.authz.Quoting.quote;

import dev.archipelago.api.authn.UserInfo;
import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.objects.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Nobody may give away what they do not have.
///
/// Writing a role needs all the permissions in it, or the verb `escalate` on it; writing a binding needs all the
/// permissions of its role, or the verb `bind` on that. To be asked before such an object is created or updated.
public final class Escalation {
    private static final List<PolicyRule> FULL_AUTHORITY = List.of(
            new PolicyRule(List.of("*"), List.of("*"), List.of("*"), List.of(), List.of()),
            new PolicyRule(List.of("*"), List.of(), List.of(), List.of(), List.of("*")));
    private static final List<String> HOUSEKEEPING =
            List.of("ownerReferences", "finalizers", "selfLink", "managedFields");

    private Escalation() {}

    /// Checks the writing of any of the four kinds.
    ///
    /// @param object as it would be stored
    /// @param old as it is stored now, or null on creation
    /// @throws ApiException when the user would gain or give more than they have
    public static void check(RbacSnapshot rbac, UserInfo user, RbacKind kind, JsonNode object, @Nullable JsonNode old) {
        if (RbacSnapshot.isSuperuser(user) || (old != null && isHousekeeping(object, old))) {
            return;
        }
        JsonNode metadata = object.path("metadata");
        String namespace = Json.text(metadata, "namespace");
        Write write = new Write(rbac, user, kind, namespace, Json.text(metadata, "name"));
        switch (kind) {
            case ROLE, CLUSTER_ROLE -> checkRole(write, object, old);
            case ROLE_BINDING, CLUSTER_ROLE_BINDING -> checkBinding(write, object);
        }
    }

    private record Write(RbacSnapshot rbac, UserInfo user, RbacKind kind, String namespace, String name) {
        boolean mayEscalate(String object) {
            return rbac.authorize(Attributes.ofResource(
                            user, "escalate", RbacKind.GROUP, "*", kind.resource(), "", namespace, object))
                    .isAllowed();
        }

        void requireHeld(List<PolicyRule> wanted) {
            RbacSnapshot.UserRules held = rbac.rulesFor(user, namespace);
            List<String> missing = RuleCover.missing(held.rules(), wanted);
            if (missing.isEmpty()) {
                return;
            }
            String errors = held.errors().isEmpty() ? "" : "; resolution errors: [" + held.error() + "]";
            throw forbidden("user " + quote(user.name()) + " (groups=" + quote(user.groups())
                    + ") is attempting to grant RBAC permissions not currently held:\n"
                    + String.join("\n", missing) + errors);
        }

        ApiException forbidden(String why) {
            return Forbidden.of(RbacKind.GROUP, kind.resource(), name, why);
        }
    }

    private static void checkRole(Write write, JsonNode role, @Nullable JsonNode old) {
        // A creation has no name in its URL, which is what the right to escalate is asked for.
        if (write.mayEscalate(old == null ? "" : write.name)) {
            return;
        }
        write.requireHeld(PolicyRule.listOf(role));
        if (isAggregate(role) || (old != null && isAggregate(old))) {
            RbacSnapshot.UserRules held = write.rbac.rulesFor(write.user, write.namespace);
            if (!RuleCover.missing(held.rules(), FULL_AUTHORITY).isEmpty()) {
                throw write.forbidden("must have cluster-admin privileges to use the aggregationRule");
            }
        }
    }

    private static void checkBinding(Write write, JsonNode binding) {
        RoleGrant.RoleReference reference = RoleGrant.roleOf(binding);
        String resource = RbacKind.of(reference.kind()).map(RbacKind::resource).orElse(reference.kind());
        Attributes bind = Attributes.ofResource(
                write.user, "bind", reference.group(), "*", resource, "", write.namespace, reference.name());
        if (write.rbac.authorize(bind).isAllowed()) {
            return;
        }
        write.requireHeld(write.rbac
                .rulesOf(reference, write.namespace)
                .orElseThrow(() -> ApiException.notFound(RbacKind.GROUP, resource, reference.name())));
    }

    private static boolean isAggregate(JsonNode role) {
        return !role.path("aggregationRule").path("clusterRoleSelectors").isEmpty();
    }

    /// Whether only that changes which the garbage collector must be able to change whatever the role says.
    private static boolean isHousekeeping(JsonNode object, JsonNode old) {
        return withoutHousekeeping(object).equals(withoutHousekeeping(old));
    }

    private static JsonNode withoutHousekeeping(JsonNode object) {
        JsonNode copy = object.deepCopy();
        if (copy.path("metadata") instanceof ObjectNode metadata) {
            metadata.remove(HOUSEKEEPING);
        }
        return copy;
    }
}
