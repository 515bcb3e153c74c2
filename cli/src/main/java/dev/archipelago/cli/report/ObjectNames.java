package dev.archipelago.cli.report;

import java.util.List;
import java.util.Locale;

/// Formats object names in reports.
final class ObjectNames {
    private static final int NAMED_MAX = 3;

    private ObjectNames() {}

    /// An object as `NAMESPACE KIND/NAME`.
    static String of(String namespace, String kind, String name) {
        String object = kind.toLowerCase(Locale.ROOT) + '/' + name;
        return namespace.isEmpty() ? object : namespace + ' ' + object;
    }

    /// The first few names, and the number of the others.
    static String some(List<String> objects) {
        int more = objects.size() - NAMED_MAX;
        String first = String.join(", ", objects.subList(0, Math.min(objects.size(), NAMED_MAX)));
        return more > 0 ? first + " and " + more + " more" : first;
    }
}
