package dev.archipelago.apiserver.discovery;

import dev.archipelago.api.cluster.KubernetesVersion;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// What `/version` answers: the Kubernetes version whose behaviour this server has.
public final class ServerVersion {
    private ServerVersion() {}

    /// Clients parse `buildDate`, so it is a date even though it says little.
    public static ObjectNode json() {
        return JsonNodeFactory.instance
                .objectNode()
                .put("major", KubernetesVersion.MAJOR)
                .put("minor", KubernetesVersion.MINOR)
                .put("emulationMajor", KubernetesVersion.MAJOR)
                .put("emulationMinor", KubernetesVersion.MINOR)
                .put("minCompatibilityMajor", KubernetesVersion.MAJOR)
                .put("minCompatibilityMinor", "35")
                .put("gitVersion", KubernetesVersion.GIT_VERSION)
                .put("gitCommit", "")
                .put("gitTreeState", "")
                .put("buildDate", "2026-01-01T00:00:00Z")
                .put("goVersion", "")
                .put("compiler", "javac")
                .put("platform", "linux/amd64");
    }
}
