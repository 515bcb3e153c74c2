package dev.archipelago.apiserver.validation;

/// Paths of files inside volumes and containers.
final class PathRules {
    private PathRules() {}

    static boolean hasBackstep(String path) {
        return path.equals("..") || path.startsWith("../") || path.endsWith("/..") || path.contains("/../");
    }

    static void noBacksteps(Cursor at) {
        noBacksteps(at, at.text());
    }

    private static void noBacksteps(Cursor at, String path) {
        if (hasBackstep(path)) {
            at.invalid(path, "must not contain '..'");
        }
    }

    /// A relative path that stays below where it starts.
    static void descending(Cursor at, String path) {
        if (path.startsWith("/")) {
            at.invalid(path, "must be a relative path");
        }
        noBacksteps(at, path);
    }

    /// As [#descending], and not one of the names that volumes keep for themselves.
    static void notReserved(Cursor at) {
        String path = at.text();
        descending(at, path);
        if (path.startsWith("..") && !path.startsWith("../")) {
            at.invalid(path, "must not start with '..'");
        }
    }
}
