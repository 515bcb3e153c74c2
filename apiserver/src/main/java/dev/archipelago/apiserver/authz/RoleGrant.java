package dev.archipelago.apiserver.authz;

import static dev.archipelago.apiserver.authz.Quoting.quote;

import dev.archipelago.api.authn.ServiceAccountNames;
import dev.archipelago.api.objects.Json;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// A RoleBinding or ClusterRoleBinding, decoded once.
///
/// @param namespace empty for a ClusterRoleBinding
/// @param role the role it grants
record RoleGrant(String namespace, String name, RoleReference role, List<Subject> subjects) {

    /// A reference to a Role or ClusterRole; the kind is kept as written, since it may be wrong.
    record RoleReference(String group, String kind, String name) {}

    enum SubjectKind {
        USER("User"),
        GROUP("Group"),
        SERVICE_ACCOUNT("ServiceAccount");

        private final String text;

        SubjectKind(String text) {
            this.text = text;
        }
    }

    /// One to whom the role is granted.
    ///
    /// @param namespace only service accounts have one
    record Subject(SubjectKind kind, String namespace, String name) {
        /// The user or group that has to come for this to apply.
        String key() {
            return kind == SubjectKind.SERVICE_ACCOUNT ? new ServiceAccountNames(namespace, name).user() : name;
        }

        private String description() {
            return kind.text + " " + quote(kind == SubjectKind.SERVICE_ACCOUNT ? name + "/" + namespace : name);
        }
    }

    static RoleGrant of(String namespace, String name, JsonNode binding) {
        List<Subject> subjects = new ArrayList<>();
        for (JsonNode subject : binding.path("subjects")) {
            addSubject(subjects, subject, namespace);
        }
        return new RoleGrant(namespace, name, roleOf(binding), List.copyOf(subjects));
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
            case "User" -> subjects.add(new Subject(SubjectKind.USER, "", name));
            case "Group" -> subjects.add(new Subject(SubjectKind.GROUP, "", name));
            case "ServiceAccount" -> {
                String own = Json.text(subject, "namespace");
                String namespace = own.isEmpty() ? bindingNamespace : own;
                // Without any namespace it names nobody.
                if (!namespace.isEmpty()) {
                    subjects.add(new Subject(SubjectKind.SERVICE_ACCOUNT, namespace, name));
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
                + subject.description();
    }
}
