package dev.archipelago.api.objects;

/// The rules for names of groups, versions, resources and kinds. Each answers what is wrong, or nothing.
public final class NameRules {
    private static final int LABEL_MAX = 63;
    private static final int SUBDOMAIN_MAX = 253;

    private static final String WORD_RULE =
            "must consist of alphanumeric characters, '-', '_' or '.', and must start and"
                    + " end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation"
                    + " is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";

    private NameRules() {}

    /// A DNS label that begins with a letter.
    public static String label(String name) {
        String wrong = name.length() > LABEL_MAX ? "must be no more than 63 characters" : "";
        return isLabel(name)
                ? wrong
                : join(
                        wrong,
                        "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an"
                                + " alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or"
                                + " 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')");
    }

    private static boolean isLabel(String name) {
        return !name.isEmpty() && name.charAt(0) >= 'a' && name.charAt(0) <= 'z' && isPart(name);
    }

    private static boolean isPart(String part) {
        if (part.isEmpty() || part.startsWith("-") || part.endsWith("-")) {
            return false;
        }
        return part.chars().allMatch(c -> (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-');
    }

    /// A DNS label that may begin with a digit too.
    public static String dnsLabel(String name) {
        String wrong = name.length() > LABEL_MAX ? "must be no more than 63 characters" : "";
        if (isPart(name)) {
            return wrong;
        }
        return join(
                wrong,
                name.contains(".") && subdomain(name).isEmpty()
                        ? "must not contain dots"
                        : "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and"
                                + " must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc',"
                                + " regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')");
    }

    /// The key of a label: a name, after a domain and a slash or not.
    public static String qualified(String name) {
        int slash = name.indexOf('/');
        String local = name.substring(slash + 1);
        if (slash != name.lastIndexOf('/')) {
            return "a qualified name " + WORD_RULE + " with an optional DNS subdomain prefix and '/' (e.g."
                    + " 'example.com/MyName')";
        }
        String wrong =
                slash < 0 ? "" : slash == 0 ? "prefix part must be non-empty" : subdomain(name.substring(0, slash));
        if (local.isEmpty()) {
            wrong = join(wrong, "name part must be non-empty");
        } else if (local.length() > LABEL_MAX) {
            wrong = join(wrong, "name part must be no more than 63 characters");
        }
        return isWord(local) ? wrong : join(wrong, "name part " + WORD_RULE);
    }

    /// The value of a label.
    public static String labelValue(String value) {
        String wrong = value.length() > LABEL_MAX ? "must be no more than 63 characters" : "";
        return value.isEmpty() || isWord(value)
                ? wrong
                : join(
                        wrong,
                        "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.',"
                                + " and must start and end with an alphanumeric character (e.g. 'MyValue',  or"
                                + " 'my_value',  or '12345', regex used for validation is"
                                + " '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')");
    }

    private static boolean isWord(String text) {
        if (text.isEmpty() || !isAlphanumeric(text.charAt(0)) || !isAlphanumeric(text.charAt(text.length() - 1))) {
            return false;
        }
        return text.chars().allMatch(c -> isAlphanumeric(c) || c == '-' || c == '_' || c == '.');
    }

    private static boolean isAlphanumeric(int c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    }

    /// Labels with dots between them.
    public static String subdomain(String name) {
        String wrong = name.length() > SUBDOMAIN_MAX ? "must be no more than 253 characters" : "";
        for (String part : name.split("\\.", -1)) {
            if (!isPart(part)) {
                return join(
                        wrong,
                        "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or"
                                + " '.', and must start and end with an alphanumeric character (e.g. 'example.com',"
                                + " regex used for validation is"
                                + " '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')");
            }
        }
        return wrong;
    }

    private static String join(String first, String second) {
        return first.isEmpty() ? second : first + ',' + second;
    }
}
