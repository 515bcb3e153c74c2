package dev.archipelago.controller.remote;

import dev.archipelago.api.authn.UserInfo;
import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.Reason;
import dev.archipelago.api.relay.Relay.Header;
import java.net.http.HttpHeaders;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// The headers that a relay forwards. Of a request, only those known to be about its content, so that no credentials
/// of the client pass. Of an answer, all except those about the connection or the location of the server.
final class RelayHeaders {
    private static final Set<String> FORWARDED = Set.of(
            "accept",
            "accept-encoding",
            "content-encoding",
            "content-type",
            "if-match",
            "if-modified-since",
            "if-none-match",
            "kubectl-command",
            "kubectl-session",
            "user-agent");

    private static final Set<String> NOT_RETURNED = Set.of(
            "alt-svc",
            "connection",
            "keep-alive",
            "location",
            "proxy-authenticate",
            "proxy-authorization",
            "proxy-connection",
            "set-cookie",
            "strict-transport-security",
            "te",
            "trailer",
            "transfer-encoding",
            "upgrade");

    private RelayHeaders() {}

    static List<Header> forRequest(List<Header> headers) {
        return headers.stream()
                .filter(header -> FORWARDED.contains(lower(header.name())))
                .toList();
    }

    /// The impersonation headers for a user.
    ///
    /// @throws ApiException when the user cannot be named exactly
    static List<Header> impersonating(UserInfo user) {
        List<Header> headers = new ArrayList<>();
        headers.add(header("Impersonate-User", user.name()));
        if (!user.uid().isEmpty()) {
            headers.add(header("Impersonate-Uid", user.uid()));
        }
        user.groups().forEach(group -> headers.add(header("Impersonate-Group", group)));
        user.extra()
                .forEach((key, values) ->
                        values.forEach(value -> headers.add(header("Impersonate-Extra-" + encoded(key), value))));
        return headers;
    }

    private static String encoded(String key) {
        return Paths.encoded(key).replace(":", "%3A").replace("@", "%40");
    }

    /// Rejects values that a header would change: a changed name could be that of another user.
    private static Header header(String name, String value) {
        boolean exact = value.chars().allMatch(c -> c >= ' ' && c < 127) && value.equals(value.strip());
        if (!exact || value.isEmpty()) {
            throw new ApiException(
                    Reason.FORBIDDEN, "the user cannot be named in a header: " + name + " \"" + value + '"');
        }
        return new Header(name, value);
    }

    static List<Header> ofAnswer(HttpHeaders headers) {
        Set<String> dropped = new HashSet<>(NOT_RETURNED);
        for (String line : headers.allValues("connection")) {
            for (String name : line.split(",", -1)) {
                dropped.add(lower(name.strip()));
            }
        }
        List<Header> passed = new ArrayList<>();
        headers.map().forEach((name, values) -> {
            if (!name.startsWith(":") && !dropped.contains(lower(name))) {
                values.forEach(value -> passed.add(new Header(name, value)));
            }
        });
        return passed;
    }

    private static String lower(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
