package dev.archipelago.federation.schedule.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GroupSearchTest {

    /// @param groups each as `name:clusters:weight`
    private static String best(String groups, int min, int max, int clusters) {
        List<GroupSearch.Group> list = new ArrayList<>();
        for (String group : groups.split(" ")) {
            String[] parts = group.split(":");
            list.add(new GroupSearch.Group(parts[0], Integer.parseInt(parts[1]), Long.parseLong(parts[2])));
        }
        List<List<GroupSearch.Group>> sets = new GroupSearch(list, min, max, clusters).sets();
        return sets.isEmpty()
                ? "none"
                : sets.getFirst().stream().map(GroupSearch.Group::name).collect(Collectors.joining(" "));
    }

    /// The first column is the number of the worked example in our notes on Karmada, whose unit tests
    /// have these groups.
    @ParameterizedTest
    @CsvSource({
        "15, R1:1:60 R2:1:50 R3:1:40 R4:3:30 R5:3:20 R6:3:10, 1, 3, 6, R1 R4 R5",
        "16, R1:1:80 R2:4:40 R3:1:30 R4:3:30 R5:3:20 R6:5:10, 2, 6, 5, R1 R2",
        "17, R1:1:60 R2:2:50 R3:3:40 R4:4:30, 1, 2, 5, R1 R4",
        "0, R1:1:80 R3:1:80 R2:1:60 R5:2:60 R4:5:50 R6:3:50, 1, 3, 10, R5 R4 R6",
        "0, R4:1:60 R3:3:50 R1:3:40 R2:4:30, 1, 2, 5, R3 R1",
        "0, R1:2:60 R2:2:60, 2, 2, 1, R1 R2",
        "0, R1:2:60, 2, 3, 1, none",
        "0, R1:2:60 R2:1:80, 1, 2, 4, none",
        "0, R1:2:60 R2:1:80 R3:2:70, 1, 2147483647, 5, R2 R3 R1",
    })
    void findsTheBestGroups(int example, String groups, int min, int max, int clusters, String expected) {
        assertThat(best(groups, min, max, clusters)).as("example %d", example).isEqualTo(expected);
    }

    /// Trying all sets would take for ever.
    @Test
    void seesThatThereAreTooFewClusters() {
        List<GroupSearch.Group> groups = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            groups.add(new GroupSearch.Group("g" + i, 1, i));
        }
        assertThat(new GroupSearch(groups, 1, 30, 31).sets()).isEmpty();
    }

    @Test
    void givesUpOnAllSetsOfVeryManyGroups() {
        List<GroupSearch.Group> groups = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            groups.add(new GroupSearch.Group("g" + i, 1 + i % 3, 10L * i));
        }
        List<List<GroupSearch.Group>> sets = new GroupSearch(groups, 30, 40, 75).sets();
        assertThat(sets).hasSize(GroupSearch.PATHS_MAX);
        assertThat(sets).allSatisfy(set -> {
            assertThat(set).hasSizeBetween(30, 40).doesNotHaveDuplicates();
            assertThat(set.stream().mapToInt(GroupSearch.Group::clusters).sum()).isGreaterThanOrEqualTo(75);
        });
    }
}
