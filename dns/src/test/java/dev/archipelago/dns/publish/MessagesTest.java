package dev.archipelago.dns.publish;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.xbill.DNS.DClass;
import org.xbill.DNS.Message;
import org.xbill.DNS.Name;
import org.xbill.DNS.Record;
import org.xbill.DNS.Section;
import org.xbill.DNS.Type;

class MessagesTest {
    private final Messages messages = new Messages(Name.fromConstantString("example.org."), new Marker("eu"));

    private static RecordSet addresses(String name, int count) {
        return DifferenceTest.set(
                name,
                Type.A,
                IntStream.range(0, count)
                        .mapToObj(i -> "10." + i / 65_536 + "." + i / 256 % 256 + "." + i % 256)
                        .toArray(String[]::new));
    }

    private static List<Change> fresh(List<RecordSet> wanted) {
        return Difference.between(Holdings.NOTHING, wanted);
    }

    private List<String> lines(Holdings held, int section, RecordSet... wanted) {
        Message message = messages.update(Difference.between(held, List.of(wanted)));
        return message.getSection(section).stream().map(MessagesTest::line).toList();
    }

    private static String line(Record record) {
        return String.join(
                        " ",
                        record.getName()
                                .relativize(Name.fromConstantString("example.org."))
                                .toString(),
                        Long.toString(record.getTTL()),
                        DClass.string(record.getDClass()),
                        Type.string(record.getType()),
                        record.rdataToString())
                .strip();
    }

    @Test
    void aNewNameMustNotBeInUse() {
        RecordSet set = DifferenceTest.set("a", Type.A, "10.0.0.1", "10.0.0.2");
        assertThat(lines(Holdings.NOTHING, Section.PREREQ, set))
                .containsExactly("a 0 NONE ANY", "_archipelago.a 0 NONE ANY");
        assertThat(lines(Holdings.NOTHING, Section.UPDATE, set))
                .containsExactly(
                        "a 30 IN A 10.0.0.1", "a 30 IN A 10.0.0.2", "_archipelago.a 300 IN TXT archipelago-eu A");
    }

    @Test
    void aNameOfOursMustStillBe() {
        Holdings held = DifferenceTest.held(DifferenceTest.set("a", Type.A, "10.0.0.1"));
        RecordSet moved = DifferenceTest.set("a", Type.A, "10.0.0.2");
        assertThat(lines(held, Section.PREREQ, moved))
                .containsExactly("_archipelago.a 0 IN TXT archipelago-eu A", "a 0 NONE CNAME");
        assertThat(lines(held, Section.UPDATE, moved)).containsExactly("a 0 ANY A", "a 30 IN A 10.0.0.2");
        assertThat(lines(held, Section.PREREQ)).containsExactly("_archipelago.a 0 IN TXT archipelago-eu A");
        assertThat(lines(held, Section.UPDATE)).containsExactly("a 0 ANY A", "_archipelago.a 0 ANY TXT");
    }

    @Test
    void aNewTypeMustNotBeInUse() {
        RecordSet set = DifferenceTest.set("a", Type.A, "10.0.0.1");
        Holdings held = DifferenceTest.held(set);
        RecordSet added = DifferenceTest.set("a", Type.AAAA, "fd00::1");
        assertThat(lines(held, Section.PREREQ, set, added))
                .containsExactly("_archipelago.a 0 IN TXT archipelago-eu A", "a 0 NONE CNAME", "a 0 NONE AAAA");
        assertThat(lines(held, Section.UPDATE, set, added))
                .containsExactly(
                        "_archipelago.a 0 ANY TXT",
                        "a 30 IN AAAA fd00:0:0:0:0:0:0:1",
                        "_archipelago.a 300 IN TXT archipelago-eu A AAAA");
    }

    @Test
    void anAliasComesOnceAllElseIsGone() {
        Holdings held = DifferenceTest.held(
                DifferenceTest.set("a", Type.A, "10.0.0.1"), DifferenceTest.set("a", Type.TXT, "hello"));
        RecordSet alias = DifferenceTest.set("a", Type.CNAME, "b.example.org.");
        assertThat(lines(held, Section.UPDATE, alias))
                .containsExactly(
                        "a 0 ANY A",
                        "a 0 ANY TXT",
                        "_archipelago.a 0 ANY TXT",
                        "a 30 IN CNAME b.example.org.",
                        "_archipelago.a 300 IN TXT archipelago-eu CNAME");
        assertThat(lines(held, Section.PREREQ, alias))
                .contains("a 0 NONE MX", "a 0 NONE NS", "a 0 NONE SRV")
                .doesNotContain("a 0 NONE A", "a 0 NONE TXT");
    }

    @Test
    void splitsIntoMessagesOfBoundedSize() {
        List<RecordSet> wanted = new ArrayList<>();
        for (int i = 0; i < 700; i++) {
            wanted.add(DifferenceTest.set("a-name-that-is-rather-long-" + i, Type.TXT, "x".repeat(i % 250)));
        }
        List<Change> changes = fresh(wanted);
        Messages.Split split = messages.split(changes);
        assertThat(split.tooLarge()).isEmpty();
        assertThat(split.batches().stream().flatMap(List::stream)).containsExactlyElementsOf(changes);
        assertThat(split.batches().size()).isBetween(10, 25);
        for (List<Change> batch : split.batches()) {
            assertThat(messages.update(batch).toWire()).hasSizeLessThanOrEqualTo(Messages.SHARED_BYTES_MAX);
        }
    }

    @Test
    void splitsIntoMessagesOfBoundedNumbersOfSets() {
        List<RecordSet> wanted = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            wanted.add(DifferenceTest.set(Integer.toString(i), Type.A, "10.0.0.1"));
        }
        // Removals are small: here it is their number that counts.
        List<Change> removals = Difference.between(DifferenceTest.held(wanted.toArray(RecordSet[]::new)), List.of());
        assertThat(messages.split(removals).batches())
                .allSatisfy(batch -> assertThat(batch).hasSizeLessThanOrEqualTo(Messages.SETS_MAX));
        assertThat(messages.split(removals).batches().stream().flatMap(List::stream))
                .containsExactlyElementsOf(removals);
    }

    @Test
    void givesALargeNameAMessageOfItsOwn() {
        List<Change> changes = fresh(List.of(addresses("a", 1), addresses("b", 3000), addresses("c", 1)));
        Messages.Split split = messages.split(changes);
        assertThat(split.batches()).extracting(List::size).containsExactly(1, 1, 1);
        assertThat(messages.update(split.batches().get(1)).toWire())
                .hasSizeBetween(Messages.SHARED_BYTES_MAX, Messages.BYTES_MAX);
        assertThat(split.tooLarge()).isEmpty();
    }

    @Test
    void leavesOutWhatFitsIntoNoMessage() {
        List<Change> changes = fresh(List.of(addresses("a", 1), addresses("b", 5000), addresses("c", 1)));
        Messages.Split split = messages.split(changes);
        assertThat(split.tooLarge()).containsExactly(Name.fromConstantString("b.example.org."));
        assertThat(split.batches()).containsExactly(List.of(changes.get(0), changes.get(2)));
    }
}
