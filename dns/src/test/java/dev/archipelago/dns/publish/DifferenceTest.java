package dev.archipelago.dns.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.xbill.DNS.Name;
import org.xbill.DNS.Type;

class DifferenceTest {
    private static final RecordSet A = set("a", Type.A, "10.0.0.1");
    private static final RecordSet A_V6 = set("a", Type.AAAA, "fd00::1");
    private static final RecordSet B = set("b", Type.A, "10.0.0.2");

    static RecordSet set(String name, int type, String... data) {
        return RecordSet.of(Name.fromConstantString(name + ".example.org."), type, 30, data);
    }

    /// As if these had been published.
    static Holdings held(RecordSet... sets) {
        NavigableMap<Name, Holding> byName = new TreeMap<>();
        for (Change change : Difference.between(Holdings.NOTHING, List.of(sets))) {
            byName.put(change.name(), change.after());
        }
        return new Holdings(byName);
    }

    @Test
    void isNothingWhenAllIsAsItShouldBe() {
        assertThat(Difference.between(Holdings.NOTHING, List.of())).isEmpty();
        assertThat(Difference.between(held(A, A_V6, B), List.of(B, A_V6, A))).isEmpty();
    }

    @Test
    void isInTheOrderOfNames() {
        List<RecordSet> wanted = List.of(
                set("z", Type.A, "10.0.0.1"),
                set("x.a", Type.A, "10.0.0.1"),
                B,
                A_V6,
                set("B2", Type.A, "10.0.0.9"),
                A);
        List<Change> changes = Difference.between(Holdings.NOTHING, wanted);
        assertThat(changes)
                .extracting(change -> change.name().toString())
                .containsExactly(
                        "a.example.org.", "x.a.example.org.", "b.example.org.", "B2.example.org.", "z.example.org.");
        assertThat(changes.getFirst().replaced()).containsExactly(A, A_V6);
    }

    @Test
    void replacesOnlySetsThatDiffer() {
        RecordSet moved = set("a", Type.A, "10.0.0.9");
        List<Change> changes = Difference.between(held(A, A_V6, B), List.of(moved, A_V6, B));
        assertThat(changes).hasSize(1);
        assertThat(changes.getFirst().replaced()).containsExactly(moved);
        assertThat(changes.getFirst().removed()).isEmpty();
    }

    @Test
    void replacesSetsThatAreOursButNotThere() {
        Holding bare = new Holding(A.name(), new TreeSet<>(List.of(Type.A)), List.of());
        Holdings held = new Holdings(new TreeMap<>(Collections.singletonMap(A.name(), bare)));
        assertThat(Difference.between(held, List.of(A)).getFirst().replaced()).containsExactly(A);
        assertThat(Difference.between(held, List.of()).getFirst().removed()).containsExactly(Type.A);
    }

    @Test
    void removesTypesAndNames() {
        List<Change> changes = Difference.between(held(A, A_V6, B), List.of(A));
        assertThat(changes).hasSize(2);
        assertThat(changes.get(0).removed()).containsExactly(Type.AAAA);
        assertThat(changes.get(0).replaced()).isEmpty();
        assertThat(changes.get(1).removed()).containsExactly(Type.A);
        assertThat(changes.get(1).after().isNothing()).isTrue();
    }

    @Test
    void putsAnAliasInThePlaceOfOtherRecords() {
        RecordSet alias = set("a", Type.CNAME, "b.example.org.");
        List<Change> changes = Difference.between(held(A, A_V6), List.of(alias));
        assertThat(changes).hasSize(1);
        assertThat(changes.getFirst().removed()).containsExactly(Type.A, Type.AAAA);
        assertThat(changes.getFirst().replaced()).containsExactly(alias);
    }

    @Test
    void refusesWhatContradictsItself() {
        assertThatThrownBy(() ->
                        Difference.between(Holdings.NOTHING, List.of(A, set("a", Type.CNAME, "b.example.org."))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("a.example.org. is an alias");
        assertThatThrownBy(() -> Difference.between(Holdings.NOTHING, List.of(A, B, set("A", Type.A, "10.0.0.9"))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("two sets");
    }

    @Test
    void isNothingAfterItWasPublished() {
        List<RecordSet> wanted = List.of(A_V6, set("c", Type.TXT, "hello"));
        Holdings held = held(A, B);
        List<Holding> made =
                Difference.between(held, wanted).stream().map(Change::after).toList();
        Holdings after =
                held.after(new UpdateResult(made, Collections.emptyNavigableSet(), Collections.emptyNavigableMap()));
        assertThat(Difference.between(after, wanted)).isEmpty();
        assertThat(after.byName().keySet())
                .extracting(Name::toString)
                .containsExactly("a.example.org.", "c.example.org.");
    }
}
