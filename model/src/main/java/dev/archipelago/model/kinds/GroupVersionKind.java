package dev.archipelago.model.kinds;

/// What an object says it is. The core group is the empty string.
public record GroupVersionKind(String group, String version, String kind) {

    /// Reads the `apiVersion` and `kind` of an object; without a slash, the group is the core group.
    public static GroupVersionKind of(String apiVersion, String kind) {
        int slash = apiVersion.indexOf('/');
        return slash < 0
                ? new GroupVersionKind("", apiVersion, kind)
                : new GroupVersionKind(apiVersion.substring(0, slash), apiVersion.substring(slash + 1), kind);
    }

    /// Such as `v1` or `apps/v1`.
    public String apiVersion() {
        return apiVersion(group, version);
    }

    static String apiVersion(String group, String version) {
        return group.isEmpty() ? version : group + "/" + version;
    }
}
