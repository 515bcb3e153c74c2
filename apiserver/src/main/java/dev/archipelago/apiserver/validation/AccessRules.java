package dev.archipelago.apiserver.validation;

import java.util.List;

/// Roles and their bindings.
final class AccessRules {
    private static final String GROUP = "rbac.authorization.k8s.io";

    private AccessRules() {}

    static void role(Cursor role) {
        policyRules(role.field("rules"), true);
    }

    static void clusterRole(Cursor role) {
        policyRules(role.field("rules"), false);
        Cursor aggregation = role.field("aggregationRule");
        if (aggregation.present()) {
            Cursor selectors = aggregation.field("clusterRoleSelectors");
            if (selectors.isEmpty()) {
                selectors.required("at least one clusterRoleSelector required if aggregationRule is non-nil");
            }
            for (int i = 0; i < selectors.size(); i++) {
                LabelRules.selector(selectors.element(i));
            }
        }
    }

    private static void policyRules(Cursor rules, boolean namespaced) {
        for (int i = 0; i < rules.size(); i++) {
            Cursor rule = rules.element(i);
            if (rule.isEmpty("verbs")) {
                rule.field("verbs").required("verbs must contain at least one value");
            }
            Cursor urls = rule.field("nonResourceURLs");
            if (urls.isEmpty()) {
                if (rule.isEmpty("apiGroups")) {
                    rule.field("apiGroups").required("resource rules must supply at least one api group");
                }
                if (rule.isEmpty("resources")) {
                    rule.field("resources").required("resource rules must supply at least one resource");
                }
                continue;
            }
            if (namespaced) {
                urls.invalid("namespaced rules cannot apply to non-resource URLs");
            }
            if (!rule.isEmpty("apiGroups") || !rule.isEmpty("resources") || !rule.isEmpty("resourceNames")) {
                urls.invalid("rules cannot apply to both regular resources and non-resource URLs");
            }
        }
    }

    static void roleBinding(Cursor binding) {
        binding(binding, List.of("Role", "ClusterRole"), true);
    }

    static void clusterRoleBinding(Cursor binding) {
        binding(binding, List.of("ClusterRole"), false);
    }

    private static void binding(Cursor binding, List<String> kinds, boolean namespaced) {
        Cursor role = binding.field("roleRef");
        Numbers.oneOf(role.field("apiGroup"), List.of(GROUP));
        Numbers.oneOf(role.field("kind"), kinds);
        Formats.PATH_SEGMENT.require(role.field("name"));
        Cursor subjects = binding.field("subjects");
        for (int i = 0; i < subjects.size(); i++) {
            subject(subjects.element(i), namespaced);
        }
    }

    private static void subject(Cursor subject, boolean namespaced) {
        VolumeRules.requireText(subject, "name");
        switch (subject.text("kind")) {
            case "ServiceAccount" -> {
                if (!subject.text("name").isEmpty()) {
                    Formats.DNS_SUBDOMAIN.check(subject.field("name"));
                }
                if (!subject.text("apiGroup").isEmpty()) {
                    subject.field("apiGroup").notSupported(List.of(""));
                }
                if (!namespaced && subject.text("namespace").isEmpty()) {
                    subject.field("namespace").required();
                }
            }
            case "User", "Group" -> Numbers.oneOf(subject.field("apiGroup"), List.of(GROUP));
            default -> subject.field("kind").notSupported(List.of("ServiceAccount", "User", "Group"));
        }
    }

    static void updateBinding(Cursor binding, Cursor old) {
        if (!SameValue.of(binding.member("roleRef"), old.member("roleRef"))) {
            binding.field("roleRef").invalid("cannot change roleRef");
        }
    }
}
