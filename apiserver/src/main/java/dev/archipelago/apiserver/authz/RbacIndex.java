package dev.archipelago.apiserver.authz;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Follows the roles and bindings of a server and answers from them.
///
/// Changes come from the store's watch. A snapshot is made when one is next asked for, so that a thousand changes in
/// a row cost one; only what changed is made anew, with the namespaces that refer to it.
public final class RbacIndex implements Authorizer {
    private final SortedMap<String, AggregatedRules.ClusterRole> clusterRoles = new TreeMap<>();
    private final Map<String, RoleRules> ownRules = new HashMap<>();
    private final SortedMap<String, RoleGrant> clusterBindings = new TreeMap<>();
    private final Map<String, Map<String, RoleRules>> roles = new HashMap<>();
    private final Map<String, SortedMap<String, RoleGrant>> bindings = new HashMap<>();

    private boolean clusterRolesChanged = true;
    private boolean clusterBindingsChanged = true;
    private final Set<String> changedNamespaces = new HashSet<>();

    private Map<String, RoleRules> resolvedClusterRoles = Map.of();
    private Map<String, Map<String, RoleRules>> resolvedRoles = Map.of();
    private Scope cluster = Scope.of(List.of(), this::resolveClusterRole);
    private Map<String, Scope> namespaces = Map.of();
    private volatile @Nullable RbacSnapshot current;

    /// Takes in an object as it is now.
    ///
    /// @param namespace empty for the cluster-wide kinds
    public void put(RbacKind kind, String namespace, String name, JsonNode object) {
        // Decoding needs no lock.
        switch (kind) {
            case CLUSTER_ROLE -> putClusterRole(name, AggregatedRules.ClusterRole.of(object));
            case CLUSTER_ROLE_BINDING -> putClusterBinding(RoleGrant.of("", name, object));
            case ROLE -> putRole(namespace, name, new RoleRules(PolicyRule.listOf(object)));
            case ROLE_BINDING -> putBinding(RoleGrant.of(namespace, name, object));
        }
    }

    public synchronized void remove(RbacKind kind, String namespace, String name) {
        switch (kind) {
            case CLUSTER_ROLE -> {
                clusterRoles.remove(name);
                ownRules.remove(name);
                clusterRolesChanged = true;
            }
            case CLUSTER_ROLE_BINDING -> {
                clusterBindings.remove(name);
                clusterBindingsChanged = true;
            }
            case ROLE -> {
                remove(roles, namespace, name);
                changedNamespaces.add(namespace);
            }
            case ROLE_BINDING -> {
                remove(bindings, namespace, name);
                changedNamespaces.add(namespace);
            }
        }
        current = null;
    }

    /// All that was put so far.
    public RbacSnapshot snapshot() {
        RbacSnapshot snapshot = current;
        return snapshot == null ? build() : snapshot;
    }

    @Override
    public Decision authorize(Attributes attributes) {
        return snapshot().authorize(attributes);
    }

    private synchronized void putClusterRole(String name, AggregatedRules.ClusterRole role) {
        clusterRoles.put(name, role);
        ownRules.put(name, new RoleRules(role.rules()));
        clusterRolesChanged = true;
        current = null;
    }

    private synchronized void putClusterBinding(RoleGrant binding) {
        clusterBindings.put(binding.name(), binding);
        clusterBindingsChanged = true;
        current = null;
    }

    private synchronized void putRole(String namespace, String name, RoleRules rules) {
        roles.computeIfAbsent(namespace, _ -> new HashMap<>()).put(name, rules);
        changedNamespaces.add(namespace);
        current = null;
    }

    private synchronized void putBinding(RoleGrant binding) {
        bindings.computeIfAbsent(binding.namespace(), _ -> new TreeMap<>()).put(binding.name(), binding);
        changedNamespaces.add(binding.namespace());
        current = null;
    }

    private static <V, M extends Map<String, V>> void remove(Map<String, M> maps, String namespace, String name) {
        M map = maps.get(namespace);
        if (map != null) {
            map.remove(name);
            if (map.isEmpty()) {
                maps.remove(namespace);
            }
        }
    }

    private synchronized RbacSnapshot build() {
        RbacSnapshot snapshot = current;
        if (snapshot != null) {
            return snapshot;
        }
        Set<String> affected = new HashSet<>(changedNamespaces);
        if (clusterRolesChanged) {
            Set<String> changedRoles = resolveAggregates();
            clusterBindingsChanged |= refersTo(clusterBindings.values(), changedRoles);
            bindings.forEach((namespace, held) -> {
                if (refersTo(held.values(), changedRoles)) {
                    affected.add(namespace);
                }
            });
        }
        if (clusterBindingsChanged) {
            cluster = Scope.of(clusterBindings.values(), this::resolveClusterRole);
        }
        if (!affected.isEmpty()) {
            namespaces = rebuild(affected);
            resolvedRoles = copyChanged();
        }
        clusterRolesChanged = false;
        clusterBindingsChanged = false;
        changedNamespaces.clear();
        snapshot = new RbacSnapshot(cluster, namespaces, resolvedClusterRoles, resolvedRoles);
        current = snapshot;
        return snapshot;
    }

    /// Brings the ClusterRoles up to date and tells which are not what they were.
    private Set<String> resolveAggregates() {
        Map<String, RoleRules> before = resolvedClusterRoles;
        Map<String, RoleRules> now = new HashMap<>(ownRules);
        clusterRoles.forEach((name, role) -> {
            if (role.isAggregate()) {
                List<PolicyRule> gathered = AggregatedRules.gather(name, role, clusterRoles);
                RoleRules old = before.get(name);
                now.put(name, old != null && old.rules().equals(gathered) ? old : new RoleRules(gathered));
            }
        });
        Set<String> changed = new HashSet<>();
        now.forEach((name, rules) -> {
            if (!rules.equals(before.get(name))) {
                changed.add(name);
            }
        });
        for (String name : before.keySet()) {
            if (!now.containsKey(name)) {
                changed.add(name);
            }
        }
        resolvedClusterRoles = now;
        return changed;
    }

    private static boolean refersTo(Collection<RoleGrant> held, Set<String> clusterRoleNames) {
        for (RoleGrant binding : held) {
            if (binding.role().kind().equals(RbacKind.CLUSTER_ROLE.kind())
                    && clusterRoleNames.contains(binding.role().name())) {
                return true;
            }
        }
        return false;
    }

    private Map<String, Scope> rebuild(Set<String> affected) {
        Map<String, Scope> scopes = new HashMap<>(namespaces);
        for (String namespace : affected) {
            SortedMap<String, RoleGrant> held = bindings.get(namespace);
            if (held == null) {
                scopes.remove(namespace);
            } else {
                scopes.put(namespace, Scope.of(held.values(), role -> resolve(role, namespace)));
            }
        }
        return scopes;
    }

    private Map<String, Map<String, RoleRules>> copyChanged() {
        Map<String, Map<String, RoleRules>> copy = new HashMap<>(resolvedRoles);
        for (String namespace : changedNamespaces) {
            Map<String, RoleRules> now = roles.get(namespace);
            if (now == null) {
                copy.remove(namespace);
            } else {
                copy.put(namespace, Map.copyOf(now));
            }
        }
        return copy;
    }

    private Scope.Resolved resolveClusterRole(RoleGrant.RoleReference role) {
        return resolve(role, "");
    }

    private Scope.Resolved resolve(RoleGrant.RoleReference role, String namespace) {
        RoleRules rules;
        String what;
        switch (role.kind()) {
            case "ClusterRole" -> {
                rules = resolvedClusterRoles.get(role.name());
                what = "clusterrole";
            }
            case "Role" -> {
                rules = roles.getOrDefault(namespace, Map.of()).get(role.name());
                what = "role";
            }
            default -> {
                return missing("unsupported role reference kind: " + Quoting.quote(role.kind()));
            }
        }
        return rules == null
                ? missing(what + "." + RbacKind.GROUP + " " + Quoting.quote(role.name()) + " not found")
                : new Scope.Resolved(rules, "");
    }

    private static Scope.Resolved missing(String error) {
        // Rules of its own, so that several missing roles are told apart.
        return new Scope.Resolved(new RoleRules(List.of()), error);
    }
}
