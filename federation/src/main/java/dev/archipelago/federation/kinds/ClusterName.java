package dev.archipelago.federation.kinds;

import dev.archipelago.api.objects.NameRules;
import java.util.List;
import java.util.stream.Stream;

/// Validates the name of a member cluster. It becomes part of StatefulSet names there, which must have room for it.
public final class ClusterName {
    private static final int LENGTH_MAX = 40;

    private ClusterName() {}

    /// The names in an annotation that lists clusters, separated by commas or blanks.
    public static List<String> list(String text) {
        return Stream.of(text.split("[, ]+", -1))
                .filter(name -> !name.isEmpty())
                .toList();
    }

    /// What is wrong with a name; empty when nothing is.
    public static String problem(String name) {
        boolean good = NameRules.dnsLabel(name).isEmpty();
        return good && name.length() <= LENGTH_MAX
                ? ""
                : "\"" + name + "\" is not a name of at most " + LENGTH_MAX
                        + " lower case letters, digits and '-' that begins and ends with a letter or a digit";
    }
}
