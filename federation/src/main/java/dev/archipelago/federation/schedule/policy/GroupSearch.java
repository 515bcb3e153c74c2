package dev.archipelago.federation.schedule.policy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Finds the sets of cluster groups that satisfy a constraint on the number of groups and of clusters.
///
/// The search is depth first from the groups with the fewest clusters on, and skips supersets of sets that it found
/// on its way.
final class GroupSearch {
    /// The limit of the search; a dozen groups have some hundred sets at most.
    static final int PATHS_MAX = 20_000;

    private static final Comparator<Group> SMALLEST_FIRST = Comparator.comparingInt(Group::clusters)
            .thenComparing(Comparator.comparingLong(Group::weight).reversed())
            .thenComparing(Group::name);
    private static final Comparator<Group> HEAVIEST_FIRST =
            Comparator.comparingLong(Group::weight).reversed().thenComparing(Group::name);

    private final List<Group> groups;
    private final int min;
    private final int max;
    private final int clustersMin;
    private final List<Path> found = new ArrayList<>();

    /// A group of clusters with a common property.
    ///
    /// @param clusters how many there are
    record Group(String name, int clusters, long weight) {}

    /// A set of groups that satisfies the constraint; heavier ones are better.
    private record Path(List<Group> groups, long weight, long clusters) {
        static final Comparator<Path> BEST_FIRST = Comparator.comparingLong(Path::weight)
                .reversed()
                .thenComparing(Comparator.comparingLong(Path::clusters).reversed());

        static Path of(List<Group> groups) {
            return new Path(
                    groups.stream().sorted(HEAVIEST_FIRST).toList(),
                    groups.stream().mapToLong(Group::weight).sum(),
                    groups.stream().mapToLong(Group::clusters).sum());
        }

        boolean startsWith(Path other) {
            return other.groups.size() < groups.size()
                    && groups.subList(0, other.groups.size()).equals(other.groups);
        }
    }

    /// @param min the minimum number of groups
    /// @param clustersMin the minimum number of clusters in all groups together
    GroupSearch(List<Group> groups, int min, int max, int clustersMin) {
        this.groups = groups.stream().sorted(SMALLEST_FIRST).toList();
        this.min = min;
        this.max = max;
        this.clustersMin = clustersMin;
    }

    /// All sets that satisfy the constraint, the best first: the heaviest, or its prefix if that suffices.
    List<List<Group>> sets() {
        search(new ArrayList<>(), 0, 0);
        if (found.isEmpty()) {
            return List.of();
        }
        // The sort is stable: among equals the first that was found stays in front.
        List<Path> sorted = found.stream().sorted(Path.BEST_FIRST).toList();
        Path best = sorted.getFirst();
        for (Path path : sorted) {
            if (best.startsWith(path)) {
                best = path;
            }
        }
        List<List<Group>> sets = new ArrayList<>();
        sets.add(best.groups);
        for (Path path : sorted) {
            if (!path.equals(best)) {
                sets.add(path.groups);
            }
        }
        return sets;
    }

    private void search(List<Group> path, int clusters, int next) {
        if (clusters >= clustersMin && path.size() >= min) {
            found.add(Path.of(path));
            return;
        }
        for (int i = next; i < groups.size() && canDo(path.size(), clusters, i); i++) {
            Group group = groups.get(i);
            path.add(group);
            search(path, clusters + group.clusters, i + 1);
            path.removeLast();
        }
    }

    /// Whether the constraint can still be satisfied with the groups from this one on.
    private boolean canDo(int size, int clusters, int next) {
        int left = groups.size() - next;
        if (found.size() >= PATHS_MAX || size >= max || size + left < min) {
            return false;
        }
        long most = clusters;
        for (int i = groups.size() - Math.min(max - size, left); i < groups.size(); i++) {
            most += groups.get(i).clusters;
        }
        return most >= clustersMin;
    }
}
