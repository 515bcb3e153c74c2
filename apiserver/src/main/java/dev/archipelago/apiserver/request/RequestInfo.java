package dev.archipelago.apiserver.request;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// A request's path and method in Kubernetes terms. Empty strings stand for what the path does not name.
///
/// @param verb get, list, watch, create, update, patch, delete, deletecollection; for other paths the lower-case
/// method
/// @param resource the plural, empty when the path is not that of a resource
public record RequestInfo(
        String path,
        String verb,
        String group,
        String version,
        String namespace,
        String resource,
        String name,
        String subresource,
        List<String> rest) {

    public boolean isResource() {
        return !resource.isEmpty();
    }

    /// Long-running requests do not count against the limit of requests in flight.
    public boolean isLongRunning() {
        return verb.equals("watch");
    }

    /// Takes a decoded path apart.
    ///
    /// @param watching whether the query asks for a watch
    public static RequestInfo parse(String method, String path, boolean watching) {
        List<String> parts = split(path);
        if (parts.size() < 3 && !(parts.size() == 2 && parts.getFirst().equals("api"))) {
            return other(method, path);
        }
        String group;
        String version;
        int at;
        if (parts.getFirst().equals("api")) {
            group = "";
            version = parts.get(1);
            at = 2;
        } else if (parts.getFirst().equals("apis")) {
            group = parts.get(1);
            version = parts.get(2);
            at = 3;
        } else {
            return other(method, path);
        }
        boolean watch = watching;
        if (at < parts.size() && parts.get(at).equals("watch")) {
            watch = true; // the old form /api/v1/watch/pods
            at++;
        }
        if (at >= parts.size()) {
            return other(method, path);
        }
        return resource(method, path, group, version, parts.subList(at, parts.size()), watch);
    }

    private static RequestInfo resource(
            String method, String path, String group, String version, List<String> parts, boolean watch) {
        String namespace = "";
        List<String> tail = parts;
        if (parts.getFirst().equals("namespaces") && parts.size() > 1) {
            namespace = parts.get(1);
            // namespaces/NAME, /status and /finalize are about the namespace itself, everything else is inside it.
            boolean inside = parts.size() > 2
                    && !parts.get(2).equals("status")
                    && !parts.get(2).equals("finalize");
            tail = inside ? parts.subList(2, parts.size()) : parts;
        }
        String name = tail.size() > 1 ? tail.get(1) : "";
        String subresource = tail.size() > 2 ? tail.get(2) : "";
        List<String> rest = tail.size() > 3 ? List.copyOf(tail.subList(3, tail.size())) : List.of();
        return new RequestInfo(
                path,
                verb(method, name, watch && subresource.isEmpty()),
                group,
                version,
                namespace,
                tail.getFirst(),
                name,
                subresource,
                rest);
    }

    private static String verb(String method, String name, boolean watch) {
        return switch (method) {
            case "POST" -> "create";
            case "PUT" -> "update";
            case "PATCH" -> "patch";
            case "DELETE" -> name.isEmpty() ? "deletecollection" : "delete";
            case "GET", "HEAD" -> watch ? "watch" : name.isEmpty() ? "list" : "get";
            default -> "";
        };
    }

    private static RequestInfo other(String method, String path) {
        return new RequestInfo(path, method.toLowerCase(Locale.ROOT), "", "", "", "", "", "", List.of());
    }

    private static List<String> split(String path) {
        List<String> parts = new ArrayList<>(8);
        int start = 1;
        while (start < path.length()) {
            int end = path.indexOf('/', start);
            if (end < 0) {
                end = path.length();
            }
            if (end > start) {
                parts.add(path.substring(start, end));
            }
            start = end + 1;
        }
        return parts;
    }
}
