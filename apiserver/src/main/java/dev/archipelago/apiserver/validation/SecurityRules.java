package dev.archipelago.apiserver.validation;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/// Security contexts of pods and containers.
final class SecurityRules {
    private static final int SYSCTL_MAX = 253;
    private static final List<String> PROFILE_TYPES = List.of("Localhost", "RuntimeDefault", "Unconfined");
    private static final List<String> GROUP_CHANGES = List.of("Always", "OnRootMismatch");
    private static final List<String> GROUP_POLICIES = List.of("Merge", "Strict");
    private static final List<String> PROC_MOUNTS = List.of("Default", "Unmasked");

    private SecurityRules() {}

    static void pod(Cursor context, Cursor podSpec) {
        Numbers.unixId(context.field("fsGroup"));
        Numbers.unixId(context.field("runAsUser"));
        Numbers.unixId(context.field("runAsGroup"));
        Cursor groups = context.field("supplementalGroups");
        for (int i = 0; i < groups.size(); i++) {
            Numbers.unixId(groups.element(i));
        }
        if (podSpec.flag("shareProcessNamespace") && podSpec.flag("hostPID")) {
            context.at("shareProcessNamespace", podSpec.member("shareProcessNamespace"))
                    .invalid("ShareProcessNamespace and HostPID cannot both be enabled");
        }
        sysctls(context.field("sysctls"));
        if (context.has("fsGroupChangePolicy")) {
            Numbers.oneOf(context.field("fsGroupChangePolicy"), GROUP_CHANGES);
        }
        if (context.has("supplementalGroupsPolicy")) {
            Numbers.oneOf(context.field("supplementalGroupsPolicy"), GROUP_POLICIES);
        }
        seccomp(context.field("seccompProfile"));
        appArmor(context.field("appArmorProfile"));
    }

    private static void sysctls(Cursor sysctls) {
        Set<String> names = new HashSet<>(0);
        for (int i = 0; i < sysctls.size(); i++) {
            Cursor name = sysctls.element(i).field("name");
            if (name.text().isEmpty()) {
                name.required();
            } else if (!isSysctl(name.text())) {
                name.invalid("must have at most 253 characters and match regex"
                        + " ^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\\./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?$");
            } else if (!names.add(name.text())) {
                name.duplicate();
            }
        }
    }

    private static boolean isSysctl(String name) {
        if (name.length() > SYSCTL_MAX) {
            return false;
        }
        return Characters.isDnsSubdomain(name.replace('/', '.').replace('_', '-'));
    }

    static void container(Cursor context, boolean hostUsers) {
        if (!context.present()) {
            return;
        }
        Numbers.unixId(context.field("runAsUser"));
        Numbers.unixId(context.field("runAsGroup"));
        Cursor procMount = context.field("procMount");
        if (procMount.present()) {
            Numbers.oneOf(procMount, PROC_MOUNTS);
            if (hostUsers && procMount.text().equals("Unmasked")) {
                procMount.invalid("`hostUsers` must be false to use `Unmasked`");
            }
        }
        seccomp(context.field("seccompProfile"));
        if (context.has("allowPrivilegeEscalation") && !context.flag("allowPrivilegeEscalation")) {
            noEscalation(context);
        }
        appArmor(context.field("appArmorProfile"));
    }

    private static void noEscalation(Cursor context) {
        if (context.flag("privileged")) {
            context.invalid("cannot set `allowPrivilegeEscalation` to false and `privileged` to true");
        }
        for (JsonNode capability : context.field("capabilities").field("add").items()) {
            if (capability.asString().equals("CAP_SYS_ADMIN")) {
                context.invalid("cannot set `allowPrivilegeEscalation` to false and `capabilities.Add` CAP_SYS_ADMIN");
            }
        }
    }

    private static void seccomp(Cursor profile) {
        if (!profile.present()) {
            return;
        }
        Cursor type = profile.field("type");
        if (type.text().isEmpty()) {
            type.required("type is required when seccompProfile is set");
        } else {
            Numbers.oneOf(type, PROFILE_TYPES);
        }
        Cursor file = profile.field("localhostProfile");
        if (!type.text().equals("Localhost")) {
            if (file.present()) {
                profile.at("localhostProfile", profile.node())
                        .invalid("can only be set when seccomp type is Localhost");
            }
        } else if (!file.present()) {
            file.required("must be set when seccomp type is Localhost");
        } else {
            PathRules.descending(file, file.text());
        }
    }

    private static void appArmor(Cursor profile) {
        if (!profile.present()) {
            return;
        }
        Cursor type = profile.field("type");
        Cursor file = profile.field("localhostProfile");
        if (type.text().isEmpty()) {
            type.required("type is required when appArmorProfile is set");
        } else if (!PROFILE_TYPES.contains(type.text())) {
            type.notSupported(PROFILE_TYPES);
        } else if (type.text().equals("Localhost") && file.text().isBlank()) {
            file.required("must be set when AppArmor type is Localhost");
        } else if (!type.text().equals("Localhost") && file.present()) {
            file.invalid("can only be set when AppArmor type is Localhost");
        }
    }
}
