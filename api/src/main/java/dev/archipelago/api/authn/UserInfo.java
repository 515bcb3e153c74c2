package dev.archipelago.api.authn;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Who makes a request.
///
/// @param uid empty when the way of authenticating gives none
/// @param extra what else the authenticator knows, sorted by key
public record UserInfo(String name, String uid, List<String> groups, Map<String, List<String>> extra) {
    public static final String ANONYMOUS_NAME = "system:anonymous";
    public static final String AUTHENTICATED = "system:authenticated";
    public static final String UNAUTHENTICATED = "system:unauthenticated";
    public static final String MASTERS = "system:masters";

    /// The key in `extra` of what tells one credential of a user from another.
    public static final String CREDENTIAL_ID = "authentication.kubernetes.io/credential-id";

    public static final UserInfo ANONYMOUS = new UserInfo(ANONYMOUS_NAME, "", List.of(UNAUTHENTICATED), Map.of());

    public UserInfo {
        groups = List.copyOf(groups);
        Map<String, List<String>> sorted = new TreeMap<>();
        extra.forEach((key, values) -> sorted.put(key, List.copyOf(values)));
        extra = Collections.unmodifiableMap(sorted);
    }

    public static UserInfo of(String name, String... groups) {
        return new UserInfo(name, "", List.of(groups), Map.of());
    }

    /// The same user as a member of `system:authenticated`, where no authenticator has decided about that already.
    public UserInfo authenticated() {
        if (groups.contains(AUTHENTICATED) || groups.contains(UNAUTHENTICATED)) {
            return this;
        }
        List<String> all = new ArrayList<>(groups);
        all.add(AUTHENTICATED);
        return new UserInfo(name, uid, all, extra);
    }
}
