package dev.archipelago.apiserver.crd.structural;

/// The rules for names of groups, versions, resources and kinds. Each answers what is wrong, or nothing.
public final class Names {
    private static final int LABEL_MAX = 63;
    private static final int SUBDOMAIN_MAX = 253;

    private Names() {}

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
