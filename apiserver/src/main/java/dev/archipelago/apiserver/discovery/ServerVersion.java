package dev.archipelago.apiserver.discovery;

import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// What `/version` answers: the Kubernetes version whose behaviour this server has.
public final class ServerVersion {
    public static final String MAJOR = "1";
    public static final String MINOR = "36";
    public static final String GIT_VERSION = "v1.36.4+archipelago";

    private ServerVersion() {}

    /// Clients parse `buildDate`, so it is a date even though it says little.
    public static ObjectNode json() {
        return JsonNodeFactory.instance
                .objectNode()
                .put("major", MAJOR)
                .put("minor", MINOR)
                .put("emulationMajor", MAJOR)
                .put("emulationMinor", MINOR)
                .put("minCompatibilityMajor", MAJOR)
                .put("minCompatibilityMinor", "35")
                .put("gitVersion", GIT_VERSION)
                .put("gitCommit", "")
                .put("gitTreeState", "")
                .put("buildDate", "2026-01-01T00:00:00Z")
                .put("goVersion", "")
                .put("compiler", "javac")
                .put("platform", "linux/amd64");
    }
}
