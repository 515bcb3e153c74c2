package dev.archipelago.dns.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.xbill.DNS.Name;
import org.xbill.DNS.Record;
import org.xbill.DNS.Type;

class RecordSetTest {
    private static final Name WEB = Name.fromConstantString("web.example.org.");

    @Test
    void isTheSameInWhateverOrderAndCase() {
        RecordSet one = RecordSet.of(WEB, Type.SRV, 30, "0 1 80 b.example.org.", "0 1 80 a.example.org.");
        RecordSet other = RecordSet.of(
                Name.fromConstantString("WEB.example.org."),
                Type.SRV,
                30,
                "0 1 80 a.example.org.",
                "0 1 80 B.Example.org.",
                "0 1 80 a.example.org.");
        assertThat(one).isEqualTo(other).hasSameHashCodeAs(other);
        assertThat(one.records())
                .extracting(Record::rdataToString)
                .containsExactly("0 1 80 a.example.org.", "0 1 80 b.example.org.");
    }

    @Test
    void differsByTtlTypeAndData() {
        RecordSet set = RecordSet.of(WEB, Type.A, 30, "10.0.0.1");
        assertThat(set)
                .isNotEqualTo(RecordSet.of(WEB, Type.A, 31, "10.0.0.1"))
                .isNotEqualTo(RecordSet.of(WEB, Type.A, 30, "10.0.0.2"))
                .isNotEqualTo(RecordSet.of(WEB, Type.A, 30, "10.0.0.1", "10.0.0.2"))
                .isNotEqualTo(RecordSet.of(WEB, Type.TXT, 30, "10.0.0.1"));
    }

    @Test
    void givesItsTtlToAllRecords() {
        RecordSet mixed = RecordSet.of(List.of(
                RecordSet.of(WEB, Type.A, 30, "10.0.0.1").records().getFirst(),
                RecordSet.of(WEB, Type.A, 20, "10.0.0.2").records().getFirst()));
        assertThat(mixed.ttlSeconds()).isEqualTo(20);
        assertThat(mixed.records()).extracting(Record::getTTL).containsExactly(20L, 20L);
    }

    @Test
    void refusesWhatCannotBePublished() {
        refuses("web", Type.A, "10.0.0.1", "absolute");
        refuses("_archipelago.web.example.org.", Type.A, "10.0.0.1", "kept for markers");
        refuses("_Archipelago.web.example.org.", Type.A, "10.0.0.1", "kept for markers");
        refuses("web.example.org.", Type.NS, "ns.example.org.", "type NS");
        refuses("web.example.org.", Type.A, "10.0.0.256", "cannot have the record");
        refuses(("x".repeat(60) + ".").repeat(3) + "x".repeat(59) + ".", Type.A, "10.0.0.1", "too long");
        assertThatThrownBy(() -> RecordSet.of(WEB, Type.A, 30)).hasMessageContaining("has no records");
        assertThatThrownBy(() -> RecordSet.of(WEB, Type.A, -1, "10.0.0.1")).hasMessageContaining("TTL");
        assertThatThrownBy(() -> RecordSet.of(WEB, Type.CNAME, 30, "a.example.org.", "b.example.org."))
                .hasMessageContaining("more than one");
    }

    private static void refuses(String name, int type, String data, String why) {
        assertThatThrownBy(() -> RecordSet.of(Name.fromConstantString(name), type, 30, data))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(why);
    }
}
