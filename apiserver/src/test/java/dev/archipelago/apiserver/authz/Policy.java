package dev.archipelago.apiserver.authz;

import dev.archipelago.api.objects.Json;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Roles and bindings in the few words a test needs.
final class Policy {
    private static final List<ObjectNode> DEFAULTS = DefaultPolicy.objects();

    final RbacIndex index = new RbacIndex();

    /// JSON with single quotes; `\'` for a quote inside a text.
    static ObjectNode json(String text) {
        return (ObjectNode)
                JsonMapper.shared().readTree(text.replace("\\'", "\\\"").replace('\'', '"'));
    }

    Policy defaults() {
        for (ObjectNode object : DEFAULTS) {
            put(object);
        }
        return this;
    }

    void put(ObjectNode object) {
        index.put(
                RbacKind.of(Json.text(object, "kind")).orElseThrow(),
                Json.text(object.path("metadata"), "namespace"),
                Json.text(object.path("metadata"), "name"),
                object);
    }

    /// @param rules such as `{'verbs':['get'],'apiGroups':[''],'resources':['pods']}`
    Policy clusterRole(String name, String rules) {
        put(role("", name, rules));
        return this;
    }

    /// @param subject such as `User/jane`, `Group/dev` or `ServiceAccount/ns/name`
    Policy bind(String namespace, String name, String role, String subject) {
        put(binding(namespace, name, role, subject));
        return this;
    }

    static ObjectNode role(String namespace, String name, String rules) {
        return json("{'kind':'%s','metadata':{'name':'%s','namespace':'%s'},'rules':[%s]}"
                .formatted(namespace.isEmpty() ? "ClusterRole" : "Role", name, namespace, rules));
    }

    /// @param role such as `ClusterRole/view`
    static ObjectNode binding(String namespace, String name, String role, String subject) {
        String[] reference = role.split("/");
        String[] who = subject.split("/");
        ObjectNode binding = json("{'metadata':{'name':'%s','namespace':'%s'}}".formatted(name, namespace));
        binding.put("kind", namespace.isEmpty() ? "ClusterRoleBinding" : "RoleBinding");
        binding.putObject("roleRef")
                .put("apiGroup", RbacKind.GROUP)
                .put("kind", reference[0])
                .put("name", reference[1]);
        ObjectNode node = binding.putArray("subjects").addObject().put("kind", who[0]);
        if (who.length == 3) {
            node.put("namespace", who[1]);
        }
        node.put("name", who[who.length - 1]);
        return binding;
    }
}
