package dev.archipelago.apiserver.authz;

import static dev.archipelago.apiserver.authz.Quoting.quote;

import dev.archipelago.apiserver.authn.Json;
import dev.archipelago.apiserver.authn.ServiceAccountNames;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// A RoleBinding or ClusterRoleBinding, decoded once.
///
/// @param namespace empty for a ClusterRoleBinding
/// @param role the role it grants
record Binding(String namespace, String name, RoleReference role, List<Subject> subjects) {

    /// A reference to a Role or ClusterRole; the kind is kept as written, since it may be wrong.
    record RoleReference(String group, String kind, String name) {}

    /// One to whom the role is granted.
    ///
    /// @param isGroup whether `key` is the name of a group; otherwise that of a user
    /// @param description as reasons show it
    record Subject(boolean isGroup, String key, String description) {}

    static Binding of(String namespace, String name, JsonNode binding) {
        List<Subject> subjects = new ArrayList<>();
        for (JsonNode subject : binding.path("subjects")) {
            addSubject(subjects, subject, namespace);
        }
        return new Binding(namespace, name, roleOf(binding), List.copyOf(subjects));
    }

    static RoleReference roleOf(JsonNode binding) {
        JsonNode reference = binding.path("roleRef");
        return new RoleReference(
                Json.text(reference, "apiGroup"), Json.text(reference, "kind"), Json.text(reference, "name"));
    }

    private static void addSubject(List<Subject> subjects, JsonNode subject, String bindingNamespace) {
        String kind = Json.text(subject, "kind");
        String name = Json.text(subject, "name");
        switch (kind) {
            case "User" -> subjects.add(new Subject(false, name, kind + " " + quote(name)));
            case "Group" -> subjects.add(new Subject(true, name, kind + " " + quote(name)));
            case "ServiceAccount" -> {
                String own = Json.text(subject, "namespace");
                String namespace = own.isEmpty() ? bindingNamespace : own;
                // Without any namespace it names nobody.
                if (!namespace.isEmpty()) {
                    subjects.add(new Subject(
                            false,
                            new ServiceAccountNames(namespace, name).user(),
                            kind + " " + quote(name + "/" + namespace)));
                }
            }
            default -> {
                // Kinds we do not know grant nothing.
            }
        }
    }

    String reasonFor(Subject subject) {
        String binding = namespace.isEmpty()
                ? "ClusterRoleBinding " + quote(name)
                : "RoleBinding " + quote(name + "/" + namespace);
        return "RBAC: allowed by " + binding + " of " + role.kind + " " + quote(role.name) + " to "
                + subject.description;
    }
}
