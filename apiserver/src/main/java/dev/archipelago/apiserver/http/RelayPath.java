package dev.archipelago.apiserver.http;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.apiserver.request.RequestInfo;
import java.util.List;
import java.util.Locale;

/// The part of a path that is passed on: what follows the subresource or the route, letter by letter as it came, so
/// that the other server sees what the client wrote.
///
/// Who may ask was decided by the decoded path. A path that is not plainly the same is refused: servers differ in
/// what they make of dots, empty segments and encoded slashes, and what this one took for one thing must not be
/// another there.
final class RelayPath {
    private static final List<String> TRICKS = List.of("%2f", "%5c", "%2e", "%25", "%00", "\\");

    private RelayPath() {}

    /// The path after the subresource that a request names.
    ///
    /// @param encoded the path as it came
    /// @return empty, or from a slash on
    static String after(String encoded, RequestInfo info) {
        return after(encoded, prefix(info));
    }

    /// The path after a prefix.
    static String after(String encoded, String prefix) {
        if (!encoded.startsWith(prefix)) {
            throw unclear();
        }
        String rest = encoded.substring(prefix.length());
        if (!rest.isEmpty() && rest.charAt(0) != '/') {
            throw unclear();
        }
        String lower = rest.toLowerCase(Locale.ROOT);
        if (TRICKS.stream().anyMatch(lower::contains)) {
            throw unclear();
        }
        List<String> segments = List.of(rest.split("/", -1));
        for (int i = 1; i < segments.size(); i++) {
            String segment = segments.get(i);
            boolean last = i == segments.size() - 1;
            if (segment.equals(".") || segment.equals("..") || (segment.isEmpty() && !last)) {
                throw unclear();
            }
        }
        return rest;
    }

    private static String prefix(RequestInfo info) {
        StringBuilder prefix = new StringBuilder(info.group().isEmpty() ? "/api/" : "/apis/" + info.group() + '/');
        prefix.append(info.version()).append('/');
        if (!info.namespace().isEmpty()) {
            prefix.append("namespaces/").append(info.namespace()).append('/');
        }
        return prefix.append(info.resource())
                .append('/')
                .append(info.name())
                .append('/')
                .append(info.subresource())
                .toString();
    }

    private static ApiException unclear() {
        return ApiException.badRequest("the path cannot be passed on: it must be written without empty segments, "
                + "without . and .., and without encoded slashes, dots or percent signs");
    }
}
