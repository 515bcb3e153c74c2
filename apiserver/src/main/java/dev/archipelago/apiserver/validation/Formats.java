package dev.archipelago.apiserver.validation;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The formats of names and keys, checked by hand: they are looked at on every write. The messages quote the regular
/// expressions that clients have always been shown.
final class Formats {
    static final TextRule DNS_LABEL = Formats::dnsLabel;
    static final TextRule DNS_SUBDOMAIN = Formats::dnsSubdomain;
    static final TextRule QUALIFIED_NAME = Formats::qualifiedName;
    static final TextRule LABEL_VALUE = Formats::labelValue;
    static final TextRule CONFIG_KEY = Formats::configKey;
    static final TextRule PATH_SEGMENT = Formats::pathSegment;
    static final TextRule ENVIRONMENT_NAME = Formats::environmentName;
    static final TextRule PORT_NAME = Formats::portName;
    static final TextRule PERCENT = Formats::percent;
    static final TextRule HTTP_HEADER = Formats::httpHeader;

    private static final int LABEL_MAX = 63;
    private static final int SUBDOMAIN_MAX = 253;
    private static final String LABEL_REGEX = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
    private static final String SUBDOMAIN_REGEX = LABEL_REGEX + "(\\." + LABEL_REGEX + ")*";
    private static final String KEY_REGEX = "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]";
    private static final String KEY_RULE =
            "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character"
                    + " (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '" + KEY_REGEX
                    + "')";

    private Formats() {}

    static List<String> dnsLabel(String value) {
        boolean wellFormed = Characters.isDnsLabel(value, 0, value.length());
        if (wellFormed && value.length() <= LABEL_MAX) {
            return List.of();
        }
        List<String> problems = new ArrayList<>(2);
        addTooLong(problems, value, LABEL_MAX);
        if (!wellFormed) {
            problems.add(
                    Characters.isDnsSubdomain(value)
                            ? "must not contain dots"
                            : "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start"
                                    + " and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for"
                                    + " validation is '" + LABEL_REGEX + "')");
        }
        return problems;
    }

    static List<String> dnsSubdomain(String value) {
        boolean wellFormed = Characters.isDnsSubdomain(value);
        if (wellFormed && value.length() <= SUBDOMAIN_MAX) {
            return List.of();
        }
        List<String> problems = new ArrayList<>(2);
        addTooLong(problems, value, SUBDOMAIN_MAX);
        if (!wellFormed) {
            problems.add(
                    "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and"
                            + " must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '"
                            + SUBDOMAIN_REGEX + "')");
        }
        return problems;
    }

    /// A label key: an optional prefix and a name.
    static List<String> qualifiedName(String value) {
        int slash = value.indexOf('/');
        int start = slash + 1;
        boolean nameFine = value.length() - start <= LABEL_MAX && Characters.isKey(value, start, value.length());
        if (nameFine
                && (slash < 0 || (slash <= SUBDOMAIN_MAX && Characters.isDnsSubdomain(value.substring(0, slash))))) {
            return List.of();
        }
        if (value.indexOf('/', start) >= 0) {
            return List.of("a valid label key " + KEY_RULE
                    + " with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')");
        }
        return qualifiedNameProblems(slash < 0 ? null : value.substring(0, slash), value.substring(start));
    }

    private static List<String> qualifiedNameProblems(@Nullable String prefix, String name) {
        List<String> problems = new ArrayList<>(3);
        if (prefix != null && prefix.isEmpty()) {
            problems.add("prefix part must be non-empty");
        } else if (prefix != null) {
            for (String problem : dnsSubdomain(prefix)) {
                problems.add("prefix part " + problem);
            }
        }
        if (name.isEmpty()) {
            problems.add("name part must be non-empty");
        } else if (name.length() > LABEL_MAX) {
            problems.add("name part must be no more than 63 characters");
        }
        if (!Characters.isKey(name, 0, name.length())) {
            problems.add("name part " + KEY_RULE);
        }
        return problems;
    }

    static List<String> labelValue(String value) {
        boolean wellFormed = value.isEmpty() || Characters.isKey(value, 0, value.length());
        if (wellFormed && value.length() <= LABEL_MAX) {
            return List.of();
        }
        List<String> problems = new ArrayList<>(2);
        addTooLong(problems, value, LABEL_MAX);
        if (!wellFormed) {
            problems.add(
                    "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and"
                            + " must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex"
                            + " used for validation is '(" + KEY_REGEX + ")?')");
        }
        return problems;
    }

    static List<String> configKey(String value) {
        boolean wellFormed = !value.isEmpty();
        for (int i = 0; i < value.length() && wellFormed; i++) {
            wellFormed = Characters.isKeyCharacter(value.charAt(i));
        }
        if (wellFormed && value.length() <= SUBDOMAIN_MAX && !value.startsWith("..") && !value.equals(".")) {
            return List.of();
        }
        List<String> problems = new ArrayList<>(2);
        addTooLong(problems, value, SUBDOMAIN_MAX);
        if (!wellFormed) {
            problems.add(
                    "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or"
                            + " 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')");
        }
        switch (value) {
            case "." -> problems.add("must not be '.'");
            case ".." -> problems.add("must not be '..'");
            default -> {
                if (value.startsWith("..")) {
                    problems.add("must not start with '..'");
                }
            }
        }
        return problems;
    }

    /// What may stand in a path of the API; the only rule for the names of roles.
    static List<String> pathSegment(String value) {
        if (value.equals(".") || value.equals("..")) {
            return List.of("may not be '" + value + "'");
        }
        boolean slash = value.indexOf('/') >= 0;
        boolean percent = value.indexOf('%') >= 0;
        if (!slash && !percent) {
            return List.of();
        }
        List<String> problems = new ArrayList<>(2);
        if (slash) {
            problems.add("may not contain '/'");
        }
        if (percent) {
            problems.add("may not contain '%'");
        }
        return problems;
    }

    static List<String> environmentName(String value) {
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c < ' ' || c > '~' || c == '=') {
                return List.of(
                        "a valid environment variable name must consist only of printable ASCII characters other than '='");
            }
        }
        return value.isEmpty() ? List.of("environment variable name must be non-empty") : List.of();
    }

    static List<String> portName(String value) {
        List<String> problems = new ArrayList<>(0);
        addTooLong(problems, value, 15);
        boolean letter = false;
        boolean charset = !value.isEmpty();
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            letter |= c >= 'a' && c <= 'z';
            charset &= Characters.isLowerAlphanumeric(c) || c == '-';
        }
        if (!charset) {
            problems.add("must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)");
        }
        if (!letter) {
            problems.add("must contain at least one letter (a-z)");
        }
        if (value.contains("--")) {
            problems.add("must not contain consecutive hyphens");
        }
        if (value.startsWith("-") || value.endsWith("-")) {
            problems.add("must not begin or end with a hyphen");
        }
        return problems;
    }

    static List<String> percent(String value) {
        boolean fine = value.length() > 1 && value.endsWith("%");
        for (int i = 0; i < value.length() - 1 && fine; i++) {
            fine = Characters.isDigit(value.charAt(i));
        }
        return fine
                ? List.of()
                : List.of(
                        "a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or '93%',"
                                + " regex used for validation is '[0-9]+%')");
    }

    static List<String> httpHeader(String value) {
        boolean fine = !value.isEmpty();
        for (int i = 0; i < value.length() && fine; i++) {
            fine = Characters.isAlphanumeric(value.charAt(i)) || value.charAt(i) == '-';
        }
        return fine
                ? List.of()
                : List.of(
                        "a valid HTTP header must consist of alphanumeric characters or '-' (e.g. 'X-Header-Name', regex used"
                                + " for validation is '[-A-Za-z0-9]+')");
    }

    private static void addTooLong(List<String> problems, String value, int max) {
        if (value.length() > max) {
            problems.add("must be no more than " + max + " characters");
        }
    }
}
