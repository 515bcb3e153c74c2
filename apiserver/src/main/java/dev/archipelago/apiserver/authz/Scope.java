package dev.archipelago.apiserver.authz;

import dev.archipelago.api.authn.UserInfo;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// What one namespace, or the cluster as a whole, grants to whom. Immutable.
final class Scope {
    private static final Grant[] NOTHING = {};

    private final Map<String, Grant[]> users;
    private final Map<String, Grant[]> groups;
    private final boolean hasErrors;

    /// A role held by a subject.
    ///
    /// @param error why the role could not be found, or empty
    record Grant(RoleRules rules, Decision.Allowed allowed, String error) {}

    /// What a reference to a role led to.
    record Resolved(RoleRules rules, String error) {}

    private Scope(Map<String, Grant[]> users, Map<String, Grant[]> groups, boolean hasErrors) {
        this.users = users;
        this.groups = groups;
        this.hasErrors = hasErrors;
    }

    /// Indexes bindings by whom they are for.
    static Scope of(Collection<RoleGrant> bindings, Function<RoleGrant.RoleReference, Resolved> roles) {
        Map<String, Map<RoleRules, Grant>> users = new HashMap<>();
        Map<String, Map<RoleRules, Grant>> groups = new HashMap<>();
        boolean errors = false;
        for (RoleGrant binding : bindings) {
            Resolved role = roles.apply(binding.role());
            errors |= !role.error().isEmpty();
            for (RoleGrant.Subject subject : binding.subjects()) {
                // Of several bindings of one role to one subject, the first is enough.
                (subject.kind() == RoleGrant.SubjectKind.GROUP ? groups : users)
                        .computeIfAbsent(subject.key(), _ -> new LinkedHashMap<>())
                        .computeIfAbsent(
                                role.rules(),
                                _ -> new Grant(
                                        role.rules(),
                                        new Decision.Allowed(() -> binding.reasonFor(subject)),
                                        role.error()));
            }
        }
        return new Scope(arrays(users), arrays(groups), errors);
    }

    /// The first grant that allows a request, or null. Takes the user's own grants before those of the groups.
    @Nullable
    Decision decide(Attributes attributes, String qualified, int verbBit) {
        UserInfo user = attributes.user();
        Decision decision = decide(users.get(user.name()), attributes, qualified, verbBit);
        List<String> memberOf = user.groups();
        for (int i = 0; decision == null && i < memberOf.size(); i++) {
            decision = decide(groups.get(memberOf.get(i)), attributes, qualified, verbBit);
        }
        return decision;
    }

    private static @Nullable Decision decide(
            Grant @Nullable [] grants, Attributes attributes, String qualified, int verbBit) {
        if (grants == null) {
            return null;
        }
        for (Grant grant : grants) {
            if (grant.rules.allow(attributes, qualified, verbBit)) {
                return grant.allowed;
            }
        }
        return null;
    }

    /// Whether some role could not be found, for anybody.
    boolean hasErrors() {
        return hasErrors;
    }

    void visit(UserInfo user, Consumer<Grant> visitor) {
        for (Grant grant : users.getOrDefault(user.name(), NOTHING)) {
            visitor.accept(grant);
        }
        for (String group : user.groups()) {
            for (Grant grant : groups.getOrDefault(group, NOTHING)) {
                visitor.accept(grant);
            }
        }
    }

    private static Map<String, Grant[]> arrays(Map<String, Map<RoleRules, Grant>> grants) {
        Map<String, Grant[]> arrays = HashMap.newHashMap(grants.size());
        grants.forEach((subject, held) -> arrays.put(subject, held.values().toArray(NOTHING)));
        return arrays;
    }
}
