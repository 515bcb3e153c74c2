package dev.archipelago.federation.rollout;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// How the clusters of one workload get a new revision.
///
/// @param order the names of clusters that go first, in that order
/// @param clustersMax how many clusters may be updated at the same time
/// @param passed the clusters that are not waited for while they cannot be reached
/// @param paused whether nothing moves
/// @param isStateful whether replicas have state: then clusters never change together unless they were allowed to, and
/// each asks again before it begins
public record Terms(
        List<String> order, int clustersMax, Collection<String> passed, boolean paused, boolean isStateful) {
    static final Terms USUAL = new Terms(List.of(), 1, List.of(), false, false);

    private static final Pattern NUMBER_OR_PART = Pattern.compile("[1-9][0-9]{0,8}|([1-9][0-9]?|100)%");
    private static final long PERCENT = 100;

    /// Reads how many clusters may be updated at the same time. At least one may; a part is rounded down.
    ///
    /// @param text a number such as `2`, a part of all such as `50%`, or empty for one
    static int clustersMax(String text, int clusters) {
        if (problem(text).isPresent()) {
            return 1;
        }
        boolean isPart = text.endsWith("%");
        long number = Long.parseLong(isPart ? text.substring(0, text.length() - 1) : text);
        return Math.clamp(isPart ? number * clusters / PERCENT : number, 1, Integer.MAX_VALUE);
    }

    /// What is wrong with such a text; empty when it can be read.
    public static Optional<String> problem(String text) {
        return NUMBER_OR_PART.matcher(text).matches()
                ? Optional.empty()
                : Optional.of("must be a number of clusters from 1 on, or a part of them from 1% to 100%");
    }
}
