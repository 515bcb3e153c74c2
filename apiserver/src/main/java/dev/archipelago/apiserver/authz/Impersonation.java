package dev.archipelago.apiserver.authz;

import dev.archipelago.api.authn.ServiceAccountNames;
import dev.archipelago.api.authn.UserInfo;
import dev.archipelago.api.errors.ApiException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// A request to act as somebody else, from the `Impersonate-*` headers.
///
/// @param uid empty for none
public record Impersonation(String user, List<String> groups, String uid, Map<String, List<String>> extra) {
    private static final String PREFIX = "impersonate-";
    private static final String EXTRA_PREFIX = "extra-";
    private static final String AUTHENTICATION = "authentication.k8s.io";

    /// One header of a request.
    public record Header(String name, String value) {}

    public Impersonation {
        groups = List.copyOf(groups);
        extra = Collections.unmodifiableMap(new LinkedHashMap<>(extra));
    }

    /// Whether a header is one of those that [#of] wants to see: the quick check for every header of every request.
    public static boolean isHeader(String name) {
        return name.regionMatches(true, 0, PREFIX, 0, PREFIX.length());
    }

    /// Reads the headers of a request; empty when nobody is to be impersonated.
    public static Optional<Impersonation> of(List<Header> headers) {
        String user = "";
        String uid = "";
        List<String> groups = new ArrayList<>();
        Map<String, List<String>> extra = new LinkedHashMap<>();
        for (Header header : headers) {
            if (!isHeader(header.name)) {
                continue;
            }
            String name = header.name.substring(PREFIX.length()).toLowerCase(Locale.ROOT);
            if (name.equals("user")) {
                user = user.isEmpty() ? header.value : user;
            } else if (name.equals("uid")) {
                uid = uid.isEmpty() ? header.value : uid;
            } else if (name.equals("group")) {
                groups.add(header.value);
            } else if (name.startsWith(EXTRA_PREFIX)) {
                extra.computeIfAbsent(decoded(name.substring(EXTRA_PREFIX.length())), _ -> new ArrayList<>())
                        .add(header.value);
            }
        }
        if (user.isEmpty() && groups.isEmpty() && uid.isEmpty() && extra.isEmpty()) {
            return Optional.empty();
        }
        Impersonation wanted = new Impersonation(user, groups, uid, extra);
        if (user.isEmpty()) {
            throw ApiException.badRequest("requested " + wanted.references() + " without impersonating a user");
        }
        return Optional.of(wanted);
    }

    /// The user to go on with.
    ///
    /// @param requestor who asks, and must be allowed to impersonate each part
    /// @throws ApiException when some part is not allowed
    public UserInfo authorize(UserInfo requestor, Authorizer authorizer) {
        for (Attributes check : checks(requestor)) {
            Decision decision = authorizer.authorize(check);
            if (!decision.isAllowed()) {
                throw Forbidden.because(check, decision);
            }
        }
        return impersonated();
    }

    /// What the requestor must be allowed, one question for each part.
    List<Attributes> checks(UserInfo requestor) {
        List<Attributes> checks = new ArrayList<>();
        Optional<ServiceAccountNames> account = ServiceAccountNames.parse(user);
        checks.add(account.map(names -> check(requestor, "", "serviceaccounts", "", names.namespace(), names.name()))
                .orElseGet(() -> check(requestor, "", "users", "", "", user)));
        for (String group : groups) {
            checks.add(check(requestor, "", "groups", "", "", group));
        }
        extra.forEach((key, values) -> {
            for (String value : values) {
                checks.add(check(requestor, AUTHENTICATION, "userextras", key, "", value));
            }
        });
        if (!uid.isEmpty()) {
            checks.add(check(requestor, AUTHENTICATION, "uids", "", "", uid));
        }
        return checks;
    }

    private static Attributes check(
            UserInfo requestor, String group, String resource, String subresource, String namespace, String name) {
        return Attributes.ofResource(requestor, "impersonate", group, "v1", resource, subresource, namespace, name);
    }

    private UserInfo impersonated() {
        List<String> all = new ArrayList<>(groups);
        if (groups.isEmpty()) {
            ServiceAccountNames.parse(user).ifPresent(account -> all.addAll(account.groups()));
        }
        if (user.equals(UserInfo.ANONYMOUS_NAME)) {
            if (!all.contains(UserInfo.UNAUTHENTICATED)) {
                all.add(UserInfo.UNAUTHENTICATED);
            }
            return new UserInfo(user, uid, all, extra);
        }
        return new UserInfo(user, uid, all, extra).authenticated();
    }

    /// Keys of extra values may hold any character, percent-encoded; what is not well encoded is taken as it is.
    private static String decoded(String key) {
        try {
            return URLDecoder.decode(key.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return key;
        }
    }

    /// The parts asked for, in the notation of kube-apiserver's message.
    private String references() {
        List<String> references = new ArrayList<>();
        for (String group : groups) {
            references.add("{Group  " + group + "    }");
        }
        extra.forEach((key, values) -> {
            for (String value : values) {
                references.add("{UserExtra  " + value + "  " + AUTHENTICATION + "/v1  " + key + "}");
            }
        });
        if (!uid.isEmpty()) {
            references.add("{UID  " + uid + "  " + AUTHENTICATION + "/v1  }");
        }
        return "[" + String.join(" ", references) + "]";
    }
}
