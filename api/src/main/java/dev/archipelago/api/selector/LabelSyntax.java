package dev.archipelago.api.selector;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// What a label key and a label value may look like, with Kubernetes' complaints when they do not.
final class LabelSyntax {
    private static final int MAX_NAME = 63;
    private static final int MAX_PREFIX = 253;
    private static final String NAME_PATTERN = "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]";
    private static final String NAME_RULE =
            "must consist of alphanumeric characters, '-', '_' or '.', and must start and"
                    + " end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for"
                    + " validation is '" + NAME_PATTERN + "')";
    private static final String VALUE_RULE =
            "a valid label must be an empty string or consist of alphanumeric characters,"
                    + " '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value', "
                    + " or '12345', regex used for validation is '(" + NAME_PATTERN + ")?')";
    private static final String PREFIX_RULE = "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric"
            + " characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex"
            + " used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";

    private LabelSyntax() {}

    /// What is wrong with a key; nothing when it is right.
    static List<String> keyFaults(String key) {
        int slash = key.indexOf('/');
        if (slash >= 0 && key.indexOf('/', slash + 1) >= 0) {
            return List.of("a valid label key " + NAME_RULE
                    + " with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')");
        }
        String name = key.substring(slash + 1);
        if ((slash < 0 || isSubdomain(key.substring(0, slash))) && isName(name) && name.length() <= MAX_NAME) {
            return List.of();
        }
        List<String> faults = new ArrayList<>();
        if (slash >= 0) {
            addPrefixFaults(key.substring(0, slash), faults);
        }
        if (name.isEmpty()) {
            faults.add("name part must be non-empty");
        } else if (bytes(name) > MAX_NAME) {
            faults.add("name part must be no more than 63 bytes");
        }
        if (!isName(name)) {
            faults.add("name part " + NAME_RULE);
        }
        return faults;
    }

    private static void addPrefixFaults(String prefix, List<String> faults) {
        if (prefix.isEmpty()) {
            faults.add("prefix part must be non-empty");
            return;
        }
        if (bytes(prefix) > MAX_PREFIX) {
            faults.add("prefix part must be no more than 253 bytes");
        }
        if (!hasSubdomainForm(prefix)) {
            faults.add("prefix part " + PREFIX_RULE);
        }
    }

    /// What is wrong with a value; nothing when it is right.
    static List<String> valueFaults(String value) {
        boolean wellFormed = value.isEmpty() || isName(value);
        if (wellFormed && value.length() <= MAX_NAME) {
            return List.of();
        }
        List<String> faults = new ArrayList<>();
        if (bytes(value) > MAX_NAME) {
            faults.add("must be no more than 63 bytes");
        }
        if (!wellFormed) {
            faults.add(VALUE_RULE);
        }
        return faults;
    }

    private static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    private static boolean isName(String text) {
        int length = text.length();
        if (length == 0 || !isAlphanumeric(text.charAt(0)) || !isAlphanumeric(text.charAt(length - 1))) {
            return false;
        }
        for (int i = 1; i < length - 1; i++) {
            char c = text.charAt(i);
            if (!isAlphanumeric(c) && c != '-' && c != '_' && c != '.') {
                return false;
            }
        }
        return true;
    }

    private static boolean isAlphanumeric(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    }

    private static boolean isSubdomain(String text) {
        return text.length() <= MAX_PREFIX && hasSubdomainForm(text);
    }

    private static boolean hasSubdomainForm(String text) {
        boolean edge = true;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) {
                edge = false;
            } else if (c == '.') {
                if (edge || text.charAt(i - 1) == '-') {
                    return false;
                }
                edge = true;
            } else if (c != '-' || edge) {
                return false;
            }
        }
        return !edge && !text.endsWith("-");
    }
}
