package dev.archipelago.federation.membership;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.Reason;
import dev.archipelago.api.relay.Relay;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Relays user requests to a member that sees the federation's account behind all of them. That account may read and
/// write Secrets, which the users may not. So requests for Secrets are refused, as are those that could take over the
/// account's rights, and all writes, since a user who can create a pod can mount any Secret.
final class SecretGuard implements Relay, AutoCloseable {
    private static final Set<String> READS = Set.of("GET", "HEAD");
    /// Obsolete path prefixes before a resource.
    private static final Set<String> PREFIXES = Set.of("watch", "proxy");

    /// Groups whose objects are queries that are sent by POST.
    private static final Set<String> REVIEWS = Set.of("authentication.k8s.io", "authorization.k8s.io");

    /// Subresources that give access to an identity or to the contents of a pod.
    private static final Set<String> TAKING =
            Set.of("token", "proxy", "exec", "attach", "portforward", "ephemeralcontainers");

    private final Relay relay;
    private final Runnable closing;

    /// @param closing ends the requests in flight
    SecretGuard(Relay relay, Runnable closing) {
        this.relay = relay;
        this.closing = closing;
    }

    @Override
    public void pass(Request request, Answer answer) throws IOException {
        String refused = refused(request.method(), request.path());
        if (!refused.isEmpty()) {
            throw new ApiException(
                    Reason.FORBIDDEN,
                    refused
                            + " cannot be requested through the federation, which uses its own account: join the cluster"
                            + " with --impersonate to make requests as the user");
        }
        relay.pass(request, answer);
    }

    /// Why a request is refused; empty when it passes.
    static String refused(String method, String path) {
        List<String> segments = segments(path);
        String group = group(segments);
        boolean reads = READS.contains(method.toUpperCase(Locale.ROOT));
        if (group == null) {
            return "";
        }
        List<String> resource = resource(segments.subList(group.isEmpty() ? 2 : 3, segments.size()));
        if (group.isEmpty() && resource.getFirst().equals("secrets")) {
            return "secrets";
        }
        if (resource.size() > 2 && TAKING.contains(resource.get(2))) {
            return "subresources " + resource.get(2);
        }
        return reads || REVIEWS.contains(group) ? "" : "changes";
    }

    /// A resource and the following segments: the name of an object and a subresource.
    private static List<String> resource(List<String> rest) {
        List<String> resource = rest;
        if (resource.size() > 1 && PREFIXES.contains(resource.getFirst())) {
            resource = resource.subList(1, resource.size());
        }
        return resource.size() > 2 && resource.getFirst().equals("namespaces")
                ? resource.subList(2, resource.size())
                : resource;
    }

    /// The API group of a resource path; null for any other path.
    private static @Nullable String group(List<String> segments) {
        if (segments.size() > 2 && segments.getFirst().equals("api")) {
            return "";
        }
        return segments.size() > 3 && segments.getFirst().equals("apis") ? segments.get(1) : null;
    }

    /// Decoded once, as the member does, and in lower case, so that no spelling escapes the check.
    private static List<String> segments(String path) {
        List<String> segments = new ArrayList<>();
        for (String segment : path.split("/", -1)) {
            if (!segment.isEmpty()) {
                try {
                    segments.add(URLDecoder.decode(segment.replace("+", "%2B"), StandardCharsets.UTF_8)
                            .toLowerCase(Locale.ROOT));
                } catch (IllegalArgumentException e) {
                    throw ApiException.badRequest("the path cannot be read: " + e.getMessage());
                }
            }
        }
        return segments;
    }

    @Override
    public void close() {
        closing.run();
    }
}
