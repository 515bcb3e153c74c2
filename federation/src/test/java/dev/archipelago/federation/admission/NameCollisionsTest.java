package dev.archipelago.federation.admission;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NameCollisionsTest {
    /// Fixed names.
    private record Given(Collection<String> clusters, Collection<SetName> sets) implements KnownNames {
        @Override
        public Optional<SetName> set(String namespace, String name) {
            return sets.stream()
                    .filter(set ->
                            set.namespace().equals(namespace) && set.name().equals(name))
                    .findFirst();
        }

        @Override
        public Optional<Boolean> isPlacedGlobally(String namespace, String name) {
            return Optional.empty();
        }
    }

    /// @param text such as `db`, or `db@` for global ordinals, with the names of claims after a colon
    private static SetName set(String text) {
        String[] parts = text.split(":", -1);
        boolean global = parts[0].endsWith("@");
        String name = global ? parts[0].substring(0, parts[0].length() - 1) : parts[0];
        List<String> claims = parts.length == 1 ? List.of() : List.of(parts[1].split("\\+", -1));
        return new SetName("shop", name, global, claims);
    }

    private static KnownNames given(String clusters, String sets) {
        return new Given(
                words(clusters),
                words(sets).stream().map(NameCollisionsTest::set).toList());
    }

    private static List<String> words(String text) {
        return Stream.of(text.split(" ")).filter(word -> !word.isEmpty()).toList();
    }

    @ParameterizedTest
    @CsvSource({
        // A local set has the cluster in its name, which a global set may have, too.
        "c1 c2, db, db-c1@, db",
        "c1 c2, db-c1@, db, db-c1",
        "c1 c2, db-c3@, db, ''",
        "c1 c2, db, db-c1, ''",
        "c1 c2, db-c1, db, ''",
        // Two local sets in different clusters have pods of the same names.
        "c1-x x, db, db-c1, db",
        "c1-x x, db-c1, db, db-c1",
        "c1-x y, db, db-c1, ''",
        // Claims must differ within a cluster.
        "c1, db:data-x, x-db:data, db",
        "c1, x-db:data, db:log+data-x, x-db",
        "c1, x-db@:data, db@:data-x, x-db",
        "c1, x-db:data, db@:data-x, ''",
        "c1, x-db:data, db:data, ''",
        "c1, x-db-c1@:data, db:data-x, x-db-c1",
    })
    void aNewSetMustNotHaveTheNamesOfAnother(String clusters, String known, String added, String otherNamed) {
        Optional<String> problem = new NameCollisions(given(clusters, known)).ofSet(set(added));
        assertThat(problem.isPresent()).isEqualTo(!otherNamed.isEmpty());
        problem.ifPresent(text -> assertThat(text)
                .contains("StatefulSet shop/" + set(added).name() + ' ')
                .containsPattern("StatefulSet shop/" + otherNamed + "(?![-a-z0-9])")
                .endsWith("choose another name"));
    }

    @ParameterizedTest
    @CsvSource({
        "c2, db db-c1@, c1, true",
        "c2, db db-c1@, c3, false",
        "x, db db-c1, c1-x, true",
        "c1-x, db db-c1, x, true",
        "c1-x, db db-c1, y, false",
        "'', db:data-x x-db:data, c1, true",
        "'', db@:data-x x-db@:data, c1, true",
        "'', db:data x-db:data, c1, false",
    })
    void aNewClusterMustNotGiveTwoSetsTheSameNames(String clusters, String sets, String added, boolean collide) {
        KnownNames known = given(clusters, sets);
        assertThat(new NameCollisions(known).ofCluster(added, known.sets()).isPresent())
                .isEqualTo(collide);
    }

    @Test
    void saysWhichNameIsTakenWhere() {
        assertThat(new NameCollisions(given("c1", "db-c1@")).ofSet(set("db")))
                .contains("StatefulSet shop/db would be called db-c1 in cluster c1, and StatefulSet shop/db-c1 has that"
                        + " name in a cluster; choose another name");
    }

    @Test
    void setsOfOtherNamespacesDoNotCollide() {
        KnownNames known = new Given(List.of("c1"), List.of(new SetName("zoo", "db-c1", true, List.of())));
        assertThat(new NameCollisions(known).ofSet(set("db"))).isEmpty();
    }
}
