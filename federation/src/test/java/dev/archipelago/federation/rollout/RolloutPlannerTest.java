package dev.archipelago.federation.rollout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.archipelago.federation.kinds.RolloutRecord;
import dev.archipelago.federation.kinds.RolloutRecord.Pointer;
import dev.archipelago.federation.kinds.RolloutRecord.Revision;
import dev.archipelago.federation.kinds.Wait;
import dev.archipelago.federation.rollout.RolloutPlanner.Decision;
import dev.archipelago.federation.rollout.RolloutState.Candidate;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RolloutPlannerTest {
    private static final Terms STATEFUL = new Terms(List.of(), 1, List.of(), false, true);
    private static final Revision OLD = new Revision(1, "web-old");
    private static final Revision NEW = new Revision(2, "web-new");

    /// Reads `a 2/3 old`: the cluster, its replicas as `ready/asked` or one number for both, and its state. It was
    /// told to run the pods that it has, unless it was `told` to run the newest and has not begun.
    private static void read(String text, List<Candidate> candidates, List<Pointer> told) {
        List<String> words = List.of(text.trim().split(" +"));
        String cluster = words.getFirst();
        String numbers = words.get(1);
        int asked = Integer.parseInt(numbers.replaceAll(".*/", ""));
        boolean exists = !words.contains("none");
        boolean isOld = words.contains("old");
        boolean wasTold = words.contains("told");
        boolean reachable = !words.contains("away");
        candidates.add(new Candidate(
                new Standing(
                        cluster,
                        asked,
                        reachable,
                        exists,
                        0,
                        exists ? asked : 0,
                        exists ? asked : 0,
                        exists ? Integer.parseInt(numbers.replaceAll("/.*", "")) : 0,
                        !wasTold,
                        !words.contains("busy")),
                reachable,
                exists ? (isOld || wasTold ? "old" : "new") : "",
                words.contains("refused") ? "" : "new",
                "old"));
        if (!words.contains("unknown")) {
            told.add(new Pointer(
                    cluster,
                    isOld ? OLD : NEW,
                    isOld ? "old" : "new",
                    "new",
                    new LinkedHashSet<>(),
                    "",
                    words.contains("joined")));
        }
    }

    private static RolloutState state(String text, Terms terms) {
        List<Candidate> candidates = new ArrayList<>();
        List<Pointer> told = new ArrayList<>();
        List.of(text.split(",")).forEach(one -> read(one, candidates, told));
        return new RolloutState(new RolloutRecord(NEW, OLD, told), NEW, candidates, terms, "now");
    }

    /// The clusters that are told to run other pods than before.
    private static String moved(RolloutState state) {
        List<String> moved = new ArrayList<>();
        for (Pointer told : RolloutPlanner.decide(state).record().clusters()) {
            Optional<String> before = state.before().of(told.cluster()).map(Pointer::template);
            if (!before.equals(Optional.of(told.template()))) {
                moved.add(told.cluster());
            }
        }
        return String.join(" ", moved);
    }

    private static Map<String, String> waits(RolloutState state) {
        Map<String, String> messages = new TreeMap<>();
        RolloutPlanner.decide(state).waits().forEach((cluster, wait) -> messages.put(cluster, wait.message()));
        return messages;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // One after the other, in order.
                "a 3 old, b 3 old, c 3 old | a",
                "a 3 busy, b 3 old, c 3 old | ''",
                "a 2/3, b 3 old, c 3 old | ''",
                "a 3 told, b 3 old, c 3 old | ''",
                "a 3, b 3 old, c 3 old | b",
                "a 3, b 3, c 3 old | c",
                "a 3, b 3, c 3 | ''",
                // The first that does not become healthy is the last that is updated.
                "a 0/3 busy, b 3 old, c 3 old | ''",
                "a 3, b 2/3 busy, c 3 old | ''",
                // A newer version goes first where the last one failed, and nowhere else before that is healthy.
                "a 0/3 busy old, b 3 old, c 3 old | a",
                "a 3 old, b 2/3 old, c 3 old | b",
                "a 3 old, b 2/3, c 3 old | ''",
                "a 3 old, b 3, c 3 old | a",
                // After a rollback, clusters that never got the new version are up to date.
                "a 2/3 old, b 3, c 3 | a",
                "a 3 old, b 2/3 old, c 3 | b",
                // Several unhealthy ones are still updated one after the other.
                "a 2/3 old, b 2/3 old, c 3 old | a",
                "a 2/3, b 2/3 old, c 3 old | ''",
                "a 3 told, b 2/3 old, c 3 old | ''",
                // An unreachable cluster stops healthy ones.
                "a 3 old, b 3 old, c 3 old away | ''",
                "a 3 away, b 3 old, c 3 old | ''",
                "a 3 old away, b 3 old | ''",
                // But not unhealthy ones, which have nothing to lose.
                "a 2/3 old, b 3 old, c 3 old away | a",
                "a 2/3 old, b 3, c 3 away | a",
                "a 3 old away, b 2/3 old, c 3 | b",
                // A cluster without the workload gets back what it had, unless it is its turn.
                "a 3 old, b 3 none old | ''",
                "a 3, b 3 none old, c 3 old | b",
                // Nobody waits for a cluster that is to have none.
                "a 3 old, b 0 none | a",
                "a 0 old, b 3 old | a",
                // What cannot be rendered for one cluster holds up the others.
                "a 3 refused, b 3 old | ''",
                // One that joined on the way comes last.
                "a 3 old joined, b 3, c 3 old | c",
                "a 3 old joined, b 3, c 3 | a",
            })
    void givesNewPodsToOneClusterAtATime(String clusters, String moved) {
        assertThat(moved(state(clusters, STATEFUL))).isEqualTo(moved);
    }

    @Test
    void saysWhatItWaitsFor() {
        assertThat(waits(state("a 3 old, b 3 old", STATEFUL))).isEqualTo(Map.of("b", "a gets the new pods first"));
        assertThat(waits(state("a 1/3, b 3 old", STATEFUL))).isEqualTo(Map.of("b", "a has 1 of 3 replicas ready"));
        assertThat(waits(state("a 3 busy, b 3 old", STATEFUL)))
                .isEqualTo(Map.of("b", "a has not finished its last change"));
        assertThat(waits(state("a 3 told, b 3 old", STATEFUL))).isEqualTo(Map.of("b", "a gets the new pods first"));
        assertThat(waits(state("a 3 old, b 3 away", STATEFUL)))
                .isEqualTo(Map.of(
                        "a",
                        "the new pods wait: b cannot be reached; annotate with archipelago.dev/rollout-skip=b to let"
                                + " them pass it"));
        assertThat(waits(state("a 3 refused, b 3 old", STATEFUL)))
                .isEqualTo(Map.of("b", "a has overrides that cannot be applied"));
    }

    @Test
    void aClusterThatWasToldAsksAgainBeforeItBegins() {
        assertThat(waits(state("a 3 told, b 2/3 old", STATEFUL))).containsEntry("a", "b has 2 of 3 replicas ready");
        assertThat(waits(state("a 3 told, b 3 told, c 3", STATEFUL)))
                .isEqualTo(Map.of("b", "a gets the new pods first"));
        assertThat(waits(state("a 3 told, b 3", STATEFUL))).isEmpty();
        assertThat(waits(state("a 3 told, b 2/3 old", Terms.USUAL))).doesNotContainKey("a");
    }

    @Test
    void givesTheNewestPodsToClustersThatNeverHadAny() {
        RolloutState state = state("a 1/3 old, b 3 none old, c 3 none old", STATEFUL);
        RolloutRecord first =
                new RolloutRecord(NEW, Revision.NONE, state.before().clusters());
        assertThat(moved(new RolloutState(first, NEW, state.clusters(), STATEFUL, "now")))
                .isEqualTo("a b c");
    }

    /// After a restart, members are not connected yet: what they have is not known to be nothing.
    @Test
    void aClusterOfWhichNothingIsKnownIsNotTakenForNew() {
        RolloutState state = state("a 3 none old away, b 3 none old away", Terms.USUAL);
        RolloutRecord first =
                new RolloutRecord(NEW, Revision.NONE, state.before().clusters());
        assertThat(moved(new RolloutState(first, NEW, state.clusters(), Terms.USUAL, "now")))
                .isEmpty();
    }

    @Test
    void followsAnOrder() {
        Terms terms = new Terms(List.of("c", "gone", "a"), 1, List.of(), false, true);
        assertThat(moved(state("a 3 old, b 3 old, c 3 old", terms))).isEqualTo("c");
        assertThat(moved(state("a 3 old, b 3 old, c 3", terms))).isEqualTo("a");
        assertThat(moved(state("a 3, b 3 old, c 3", terms))).isEqualTo("b");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a 3 old, b 3 old, c 3 old, d 3 old | a b",
                "a 3 busy, b 3 old, c 3 old, d 3 old | b",
                "a 3 busy, b 2/3, c 3 old, d 3 old | ''",
                "a 3, b 2/3, c 3 old, d 3 old | c",
                // One that failed with the old pods goes first, then others wait for it.
                "a 3 old, b 2/3 old, c 3 old, d 3 old | b",
            })
    void updatesAsManyAsMayBeUpdatedTogether(String clusters, String moved) {
        assertThat(moved(state(clusters, new Terms(List.of(), 2, List.of(), false, true))))
                .isEqualTo(moved);
    }

    @Test
    void updatesAllAtOnceWhenAllMay() {
        Terms all = new Terms(List.of(), Integer.MAX_VALUE, List.of(), false, false);
        assertThat(moved(state("a 3 old, b 2/3 old, c 3 old away", all))).isEqualTo("a b c");
    }

    @Test
    void passesWhoIsAwayWhereItMay() {
        Terms terms = new Terms(List.of(), 1, List.of("a"), false, false);
        assertThat(moved(state("a 3 old away, b 3 old, c 3 old", terms))).isEqualTo("b");
        RolloutState last = state("a 3 old away, b 3, c 3", terms);
        assertThat(RolloutPlanner.decide(last).record().stable()).isEqualTo(NEW);
        // It is updated when it is back.
        assertThat(moved(state("a 3 old, b 3, c 3", Terms.USUAL))).isEqualTo("a");
    }

    @Test
    void movesNothingWhilePaused() {
        RolloutState state = state("a 3 old, b 2/3 old, c 3", new Terms(List.of(), 1, List.of(), true, false));
        assertThat(moved(state)).isEmpty();
        assertThat(RolloutPlanner.decide(state).waits().values())
                .extracting(Wait::reason)
                .containsExactly("Paused", "Paused");
    }

    @Test
    void isStableOnceAllClustersHaveIt() {
        assertThat(RolloutPlanner.decide(state("a 3, b 2/3", STATEFUL)).record().stable())
                .isEqualTo(OLD);
        assertThat(RolloutPlanner.decide(state("a 3, b 3 old", STATEFUL))
                        .record()
                        .stable())
                .isEqualTo(OLD);
        assertThat(RolloutPlanner.decide(state("a 3, b 3", STATEFUL)).record().stable())
                .isEqualTo(NEW);
    }

    @Test
    void beginsWithWhatClustersHave() {
        RolloutState state = state("a 3 old unknown, b 3 unknown, c 3 none unknown, d 3 away unknown", STATEFUL);
        Decision first =
                RolloutPlanner.decide(new RolloutState(RolloutRecord.NONE, NEW, state.clusters(), STATEFUL, "now"));
        assertThat(first.record().clusters())
                .extracting(
                        Pointer::cluster,
                        Pointer::template,
                        told -> told.revision().number())
                .containsExactly(tuple("a", "old", 0L), tuple("b", "new", 2L), tuple("c", "new", 2L));
        assertThat(first.record().newest()).isEqualTo(NEW);
        assertThat(first.record().stable()).isEqualTo(Revision.NONE);
    }

    @Test
    void whoJoinsOnTheWayGetsTheStableRevisionAndLaterTheNewest() {
        RolloutState state = state("a 3 none unknown, b 3 busy, c 3 old", STATEFUL);
        Pointer joiner = RolloutPlanner.decide(state).record().of("a").orElseThrow();
        assertThat(joiner.template()).isEqualTo("old");
        assertThat(joiner.revision()).isEqualTo(OLD);
        assertThat(joiner.joined()).isTrue();
    }

    @Test
    void whoJoinsAfterwardsGetsTheNewest() {
        RolloutState state = state("a 3 none unknown, b 3, c 3", STATEFUL);
        RolloutState done = new RolloutState(
                new RolloutRecord(NEW, NEW, state.before().clusters()), NEW, state.clusters(), STATEFUL, "now");
        assertThat(RolloutPlanner.decide(done).record().of("a").orElseThrow().template())
                .isEqualTo("new");
    }

    @Test
    void aChangeByOverridesAloneGetsANumberOfItsOwn() {
        RolloutState state = state("a 3, b 3", STATEFUL);
        List<Candidate> overridden = new ArrayList<>(state.clusters());
        Candidate b = overridden.get(1);
        overridden.set(1, new Candidate(b.standing(), true, b.running(), "other", b.stable()));
        Decision decision = RolloutPlanner.decide(new RolloutState(state.before(), NEW, overridden, STATEFUL, "now"));
        assertThat(decision.record().newest()).isEqualTo(new Revision(3, "web-new"));
        assertThat(decision.record().of("a").orElseThrow().revision().number()).isEqualTo(3);
        assertThat(decision.record().of("b").orElseThrow().template()).isEqualTo("other");
    }

    @Test
    void anUndoReachesAllTouchedClustersAtOnceWhereReplicasHaveNoState() {
        RolloutState state = state("a 3 old, b 2/3 old, c 3, d 3", Terms.USUAL);
        RolloutRecord before = new RolloutRecord(
                new Revision(1, "web-bad"), NEW, state.before().clusters());
        assertThat(moved(new RolloutState(before, NEW, state.clusters(), Terms.USUAL, "now")))
                .isEqualTo("a b");
        assertThat(moved(new RolloutState(before, NEW, state.clusters(), STATEFUL, "now")))
                .isEqualTo("b");
    }

    @Test
    void remembersWhichRevisionsThereMayStillBePodsOf() {
        Pointer moved = RolloutPlanner.decide(state("a 3 old, b 3", STATEFUL))
                .record()
                .of("a")
                .orElseThrow();
        assertThat(moved.earlier()).containsExactly("web-old");
        assertThat(moved.since()).isEqualTo("now");
        Pointer again = moved.withNext("newer").moved(new Revision(3, "web-newer"), "later");
        assertThat(again.earlier()).containsExactly("web-old", "web-new");
        RolloutState done = state("a 3, b 3", STATEFUL);
        RolloutRecord before = new RolloutRecord(NEW, OLD, List.of(moved));
        assertThat(RolloutPlanner.decide(new RolloutState(before, NEW, done.clusters(), STATEFUL, "now"))
                        .record()
                        .of("a")
                        .orElseThrow()
                        .earlier())
                .isEmpty();
    }
}
