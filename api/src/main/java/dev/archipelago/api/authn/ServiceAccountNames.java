package dev.archipelago.api.authn;

import java.util.List;
import java.util.Optional;

/// How service accounts are called as users.
///
/// @param name the name of the account, without its namespace
public record ServiceAccountNames(String namespace, String name) {
    private static final String USER_PREFIX = "system:serviceaccount:";
    private static final String ALL_GROUP = "system:serviceaccounts";
    private static final int LABEL_LENGTH_MAX = 63;
    private static final int NAME_LENGTH_MAX = 253;

    public String user() {
        return USER_PREFIX + namespace + ':' + name;
    }

    public List<String> groups() {
        return List.of(ALL_GROUP, ALL_GROUP + ':' + namespace);
    }

    /// The account that a user name stands for, if it has that form and both parts could be names of objects.
    public static Optional<ServiceAccountNames> parse(String user) {
        if (!user.startsWith(USER_PREFIX)) {
            return Optional.empty();
        }
        int colon = user.indexOf(':', USER_PREFIX.length());
        if (colon < 0) {
            return Optional.empty();
        }
        String namespace = user.substring(USER_PREFIX.length(), colon);
        String name = user.substring(colon + 1);
        return isLabel(namespace, 0, namespace.length()) && isSubdomain(name)
                ? Optional.of(new ServiceAccountNames(namespace, name))
                : Optional.empty();
    }

    private static boolean isSubdomain(String text) {
        if (text.length() > NAME_LENGTH_MAX) {
            return false;
        }
        int from = 0;
        for (int dot = text.indexOf('.'); dot >= 0; dot = text.indexOf('.', from)) {
            if (!isWord(text, from, dot)) {
                return false;
            }
            from = dot + 1;
        }
        return isWord(text, from, text.length());
    }

    private static boolean isLabel(String text, int from, int to) {
        return to - from <= LABEL_LENGTH_MAX && isWord(text, from, to);
    }

    private static boolean isWord(String text, int from, int to) {
        if (from >= to || text.charAt(from) == '-' || text.charAt(to - 1) == '-') {
            return false;
        }
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            if (c != '-' && (c < '0' || c > '9') && (c < 'a' || c > 'z')) {
                return false;
            }
        }
        return true;
    }
}
