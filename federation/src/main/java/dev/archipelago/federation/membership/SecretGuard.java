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

/// Passes requests of people on to a member that sees the federation's account behind all of them. That account may
/// read and write Secrets everywhere, which those who ask need not be allowed anywhere: nothing about Secrets passes,
/// nothing by which the account's rights could be taken over, and no change, as whoever may make a pod can have it read
/// any Secret.
final class SecretGuard implements Relay, AutoCloseable {
    private static final Set<String> READS = Set.of("GET", "HEAD");
    /// What older clients put before a resource, for what is a query now.
    private static final Set<String> PREFIXES = Set.of("watch", "proxy");

    /// Their objects are questions, which are asked by POST.
    private static final Set<String> REVIEWS = Set.of("authentication.k8s.io", "authorization.k8s.io");

    /// Subresources by which one becomes somebody else, or comes to what a pod has.
    private static final Set<String> TAKING =
            Set.of("token", "proxy", "exec", "attach", "portforward", "ephemeralcontainers");

    private final Relay relay;
    private final Runnable closing;

    /// @param closing ends what the relay has under way
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
                    refused + " cannot be asked for by way of the federation, whose own account asks: join the cluster"
                            + " with --impersonate, and it is asked in the name of who asks");
        }
        relay.pass(request, answer);
    }

    /// What does not pass; empty when the request does.
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

    /// A resource, and what follows: the name of an object, and a subresource.
    private static List<String> resource(List<String> rest) {
        List<String> resource = rest;
        if (resource.size() > 1 && PREFIXES.contains(resource.getFirst())) {
            resource = resource.subList(1, resource.size());
        }
        return resource.size() > 2 && resource.getFirst().equals("namespaces")
                ? resource.subList(2, resource.size())
                : resource;
    }

    /// The API group of a path that may lead to objects; null for any other.
    private static @Nullable String group(List<String> segments) {
        if (segments.size() > 2 && segments.getFirst().equals("api")) {
            return "";
        }
        return segments.size() > 3 && segments.getFirst().equals("apis") ? segments.get(1) : null;
    }

    /// As the member reads them: decoded once. In lower case, as nothing that is refused is to pass by its case.
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
