package dev.archipelago.federation.membership;

import dev.archipelago.api.objects.AnyObject;
import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.federation.kinds.Names;
import dev.archipelago.model.kinds.GroupVersionKind;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// The RBAC objects of the federation in a member: a service account, a role and their binding. The role owns the other
/// two, so that deleting the role, which the account may do itself, deletes everything.
///
/// Why these rights and no others: docs/decisions/0008-what-a-member-grants.md
///
/// @param name of all three objects; no other federation uses it
/// @param furtherGroups further API groups whose resources the federation may propagate
/// @param impersonates whether the federation may impersonate users
record Grants(String name, List<String> furtherGroups, boolean impersonates) {
    private static final String RBAC = "rbac.authorization.k8s.io";

    static final Kind<AnyObject> NAMESPACE =
            AnyObject.kind(GroupVersionKind.of("v1", "Namespace"), "namespaces", false);
    static final Kind<AnyObject> ACCOUNT =
            AnyObject.kind(GroupVersionKind.of("v1", "ServiceAccount"), "serviceaccounts", true);
    static final Kind<AnyObject> SECRET = AnyObject.kind(GroupVersionKind.of("v1", "Secret"), "secrets", true);
    static final Kind<AnyObject> ROLE =
            AnyObject.kind(new GroupVersionKind(RBAC, "v1", "ClusterRole"), "clusterroles", false);
    static final Kind<AnyObject> ROLE_BINDING =
            AnyObject.kind(new GroupVersionKind(RBAC, "v1", "ClusterRoleBinding"), "clusterrolebindings", false);

    private static final List<String> READ = List.of("get", "list", "watch");
    private static final List<String> WRITE = List.of("get", "list", "watch", "create", "update", "patch", "delete");

    Grants {
        furtherGroups = List.copyOf(furtherGroups);
    }

    /// @param federationUid distinguishes federations that know the member by the same name
    static Grants of(String cluster, String federationUid, List<String> furtherGroups, boolean impersonates) {
        String suffix = federationUid.substring(0, Math.min(8, federationUid.length()));
        return new Grants("archipelago-" + cluster + '-' + suffix, furtherGroups, impersonates);
    }

    Key account() {
        return new Key(Names.SYSTEM_NAMESPACE, name);
    }

    /// The namespace of the federation's own objects, in the federation and in members.
    static ObjectNode namespaceObject() {
        return object(NAMESPACE, Key.global(Names.SYSTEM_NAMESPACE));
    }

    ObjectNode roleObject() {
        ObjectNode role = object(ROLE, Key.global(name));
        ArrayNode rules = role.putArray("rules");
        ObjectNode discovery = rules.addObject();
        discovery.set(
                "nonResourceURLs", Json.array(List.of("/readyz", "/version", "/api", "/api/*", "/apis", "/apis/*")));
        discovery.set("verbs", Json.array(List.of("get")));
        rule(rules, "", List.of("nodes", "persistentvolumes", "endpoints"), READ);
        rule(rules, "discovery.k8s.io", List.of("endpointslices"), READ);
        rule(
                rules,
                "",
                List.of(
                        "configmaps",
                        "limitranges",
                        "namespaces",
                        "persistentvolumeclaims",
                        "pods",
                        "podtemplates",
                        "replicationcontrollers",
                        "resourcequotas",
                        "secrets",
                        "serviceaccounts",
                        "services"),
                WRITE);
        rule(rules, "apps", List.of("daemonsets", "deployments", "replicasets", "statefulsets"), WRITE);
        rule(rules, "autoscaling", List.of("horizontalpodautoscalers"), WRITE);
        rule(rules, "batch", List.of("cronjobs", "jobs"), WRITE);
        rule(rules, "networking.k8s.io", List.of("ingresses", "networkpolicies"), WRITE);
        rule(rules, "policy", List.of("poddisruptionbudgets"), WRITE);
        rule(rules, RBAC, List.of("rolebindings", "roles"), WRITE);
        furtherGroups.forEach(group -> rule(rules, group, List.of("*"), WRITE));
        if (impersonates) {
            rule(rules, "", List.of("users", "groups", "serviceaccounts"), List.of("impersonate"));
            rule(rules, "authentication.k8s.io", List.of("uids", "userextras/*"), List.of("impersonate"));
        }
        rule(rules, RBAC, List.of(ROLE.resource()), List.of("get", "delete"))
                .set("resourceNames", Json.array(List.of(name)));
        return role;
    }

    private static ObjectNode rule(ArrayNode rules, String group, List<String> resources, List<String> verbs) {
        ObjectNode rule = rules.addObject();
        rule.set("apiGroups", Json.array(List.of(group)));
        rule.set("resources", Json.array(resources));
        rule.set("verbs", Json.array(verbs));
        return rule;
    }

    ObjectNode accountObject(String roleUid) {
        return owned(object(ACCOUNT, account()), roleUid);
    }

    ObjectNode roleBindingObject(String roleUid) {
        ObjectNode binding = owned(object(ROLE_BINDING, Key.global(name)), roleUid);
        binding.putObject("roleRef")
                .put("apiGroup", RBAC)
                .put("kind", ROLE.name())
                .put("name", name);
        binding.putArray("subjects")
                .addObject()
                .put("kind", ACCOUNT.name())
                .put("namespace", account().namespace())
                .put("name", name);
        return binding;
    }

    /// A Secret that Kubernetes fills with a token that does not expire.
    ObjectNode tokenSecretObject() {
        ObjectNode secret = object(SECRET, account());
        ((ObjectNode) secret.path("metadata")).putObject("annotations").put("kubernetes.io/service-account.name", name);
        return secret.put("type", "kubernetes.io/service-account-token");
    }

    private ObjectNode owned(ObjectNode object, String roleUid) {
        ((ObjectNode) object.path("metadata"))
                .putArray("ownerReferences")
                .addObject()
                .put("apiVersion", ROLE.apiVersion())
                .put("kind", ROLE.name())
                .put("name", name)
                .put("uid", roleUid);
        return object;
    }

    static ObjectNode object(Kind<?> kind, Key key) {
        ObjectNode object = Json.object().put("apiVersion", kind.apiVersion()).put("kind", kind.name());
        ObjectNode metadata = object.putObject("metadata").put("name", key.name());
        if (!key.namespace().isEmpty()) {
            metadata.put("namespace", key.namespace());
        }
        return object;
    }

    /// The command by which users remove what is left.
    String removal() {
        return "kubectl delete clusterrole " + name;
    }
}
