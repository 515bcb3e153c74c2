package dev.archipelago.dns;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.xbill.DNS.DClass;
import org.xbill.DNS.Flags;
import org.xbill.DNS.Message;
import org.xbill.DNS.Name;
import org.xbill.DNS.OPTRecord;
import org.xbill.DNS.Opcode;
import org.xbill.DNS.Rcode;
import org.xbill.DNS.Record;
import org.xbill.DNS.Section;
import org.xbill.DNS.Type;

class ResponderTest {
    private final Responder responder = new Responder(new TestingZones()
            .add("a", Type.A, "10.0.0.1")
            .add("a", Type.AAAA, "fd00::1")
            .add("deep.below", Type.TXT, "\"hello\"")
            .add("_x._tcp.svc", Type.SRV, "0 100 80 a.example.")
            .add("alias", Type.CNAME, "a.example.")
            .add("away", Type.CNAME, "elsewhere.org.")
            .add("nowhere", Type.CNAME, "missing.example.")
            .add("round", Type.CNAME, "and.example.")
            .add("and", Type.CNAME, "round.example.")
            .addMany("many", 20)
            .addMany("lots", 200));

    private Message ask(String name, int type) throws IOException {
        return ask(Message.newQuery(Record.newRecord(Name.fromString(name), type, DClass.IN)), false);
    }

    private Message ask(Message query, boolean tcp) throws IOException {
        byte[] wire = query.toWire();
        byte[] answer = tcp ? responder.overTcp(wire) : responder.overUdp(wire);
        Message response = new Message(answer);
        assertThat(response.getHeader().getID()).isEqualTo(query.getHeader().getID());
        assertThat(response.getHeader().getFlag(Flags.QR)).isTrue();
        return response;
    }

    @ParameterizedTest
    @CsvSource({
        // name, type, code, answers, authority, additional
        "a.example., A, NOERROR, 1, 0, 0",
        "A.eXample., A, NOERROR, 1, 0, 0",
        "a.example., AAAA, NOERROR, 1, 0, 0",
        "a.example., ANY, NOERROR, 2, 0, 0",
        "a.example., TXT, NOERROR, 0, 1, 0",
        "below.example., A, NOERROR, 0, 1, 0",
        "deep.below.example., TXT, NOERROR, 1, 0, 0",
        "missing.example., A, NXDOMAIN, 0, 1, 0",
        "_x._tcp.svc.example., SRV, NOERROR, 1, 0, 2",
        "alias.example., A, NOERROR, 2, 0, 0",
        "alias.example., CNAME, NOERROR, 1, 0, 0",
        "alias.example., TXT, NOERROR, 1, 1, 0",
        "away.example., A, NOERROR, 1, 0, 0",
        "nowhere.example., A, NXDOMAIN, 1, 1, 0",
        "round.example., A, NOERROR, 2, 0, 0",
        "example., SOA, NOERROR, 1, 0, 0",
        "elsewhere.org., A, REFUSED, 0, 0, 0",
        "example., AXFR, REFUSED, 0, 0, 0",
    })
    void answers(String name, String type, String code, int answers, int authority, int additional) throws IOException {
        Message response = ask(name, Type.value(type));
        assertThat(Rcode.string(response.getRcode())).isEqualTo(code);
        assertThat(response.getSection(Section.ANSWER)).hasSize(answers);
        assertThat(response.getSection(Section.AUTHORITY)).hasSize(authority);
        assertThat(response.getSection(Section.ADDITIONAL)).hasSize(additional);
        assertThat(response.getHeader().getFlag(Flags.AA)).isEqualTo(!code.equals("REFUSED"));
        for (Record soa : response.getSection(Section.AUTHORITY)) {
            assertThat(soa.getType()).isEqualTo(Type.SOA);
        }
    }

    @Test
    void keepsTheSpellingOfTheQuestion() throws IOException {
        assertThat(ask("a.ExaMPle.", Type.A)
                        .getSection(Section.ANSWER)
                        .getFirst()
                        .toString())
                .startsWith("a.ExaMPle.");
    }

    @Test
    void letsEachAddressComeFirst() throws IOException {
        Set<String> first = new TreeSet<>();
        for (int i = 0; i < 20; i++) {
            first.add(ask("many.example.", Type.A)
                    .getSection(Section.ANSWER)
                    .getFirst()
                    .rdataToString());
        }
        assertThat(first).hasSize(20);
    }

    @Test
    void truncatesToWhatTheClientCanTake() throws IOException {
        Message query = Message.newQuery(Record.newRecord(Name.fromString("many.example."), Type.A, DClass.IN));
        assertThat(ask(query, false).getHeader().getFlag(Flags.TC)).isFalse();

        Message lots = Message.newQuery(Record.newRecord(Name.fromString("lots.example."), Type.A, DClass.IN));
        assertThat(responder.overUdp(lots.toWire())).hasSizeLessThanOrEqualTo(512);
        assertThat(ask(lots, false).getHeader().getFlag(Flags.TC)).isTrue();
        Message overTcp = ask(lots, true);
        assertThat(overTcp.getHeader().getFlag(Flags.TC)).isFalse();
        assertThat(overTcp.getSection(Section.ANSWER)).hasSize(200);
    }

    @ParameterizedTest
    @CsvSource({"0, 60, true", "512, 60, true", "1232, 60, false", "65535, 60, false", "65535, 200, true"})
    void takesTheSizeOfEdnsUpToALimit(int payload, int records, boolean truncated) throws IOException {
        Responder one = new Responder(new TestingZones().addMany("x", records));
        Message query = Message.newQuery(Record.newRecord(Name.fromString("x.example."), Type.A, DClass.IN));
        query.addRecord(new OPTRecord(payload, 0, 0), Section.ADDITIONAL);
        Message response = new Message(one.overUdp(query.toWire()));
        assertThat(response.getHeader().getFlag(Flags.TC)).isEqualTo(truncated);
        assertThat(response.getOPT()).isNotNull();
        assertThat(response.getOPT().getPayloadSize()).isEqualTo(Responder.PAYLOAD_MAX);
    }

    @Test
    void refusesVersionsOfEdnsThatItDoesNotKnow() throws IOException {
        Message query = Message.newQuery(Record.newRecord(Name.fromString("a.example."), Type.A, DClass.IN));
        query.addRecord(new OPTRecord(1232, 0, 1), Section.ADDITIONAL);
        assertThat(ask(query, false).getRcode()).isEqualTo(Rcode.BADVERS);
    }

    @Test
    void dropsTheAdditionalBeforeItTruncates() throws IOException {
        TestingZones zones = new TestingZones();
        for (int i = 0; i < 12; i++) {
            zones.add("h" + i, Type.A, "10.0.0." + i).add("_x._tcp", Type.SRV, "0 100 80 h" + i + ".example.");
        }
        Message query = Message.newQuery(Record.newRecord(Name.fromString("_x._tcp.example."), Type.SRV, DClass.IN));
        Message response = new Message(new Responder(zones).overUdp(query.toWire()));
        assertThat(response.getHeader().getFlag(Flags.TC)).isFalse();
        assertThat(response.getSection(Section.ANSWER)).hasSize(12);
    }

    @Test
    void doesNotDoWhatIsNoQuestion() throws IOException {
        Message update = Message.newQuery(Record.newRecord(Name.fromString("example."), Type.SOA, DClass.IN));
        update.getHeader().setOpcode(Opcode.UPDATE);
        assertThat(ask(update, false).getRcode()).isEqualTo(Rcode.NOTIMP);

        Message empty = new Message(7);
        assertThat(ask(empty, false).getRcode()).isEqualTo(Rcode.FORMERR);

        Message chaos = Message.newQuery(Record.newRecord(Name.fromString("a.example."), Type.A, DClass.CH));
        assertThat(ask(chaos, false).getRcode()).isEqualTo(Rcode.REFUSED);

        Message response = Message.newQuery(Record.newRecord(Name.fromString("a.example."), Type.A, DClass.IN));
        response.getHeader().setFlag(Flags.QR);
        assertThat(responder.overUdp(response.toWire())).isNull();
        assertThat(responder.overUdp(new byte[5])).isNull();
    }

    @Test
    void survivesGarbage() throws IOException {
        Random random = new Random(4711);
        List<byte[]> good = List.of(
                Message.newQuery(Record.newRecord(Name.fromString("a.example."), Type.A, DClass.IN))
                        .toWire(),
                Message.newQuery(Record.newRecord(Name.fromString("_x._tcp.svc.example."), Type.SRV, DClass.IN))
                        .toWire());
        for (int i = 0; i < 20_000; i++) {
            byte[] garbage;
            if (i % 3 == 0) {
                garbage = new byte[random.nextInt(600)];
                random.nextBytes(garbage);
            } else {
                byte[] base = good.get(random.nextInt(good.size()));
                garbage = Arrays.copyOf(base, random.nextInt(base.length) + base.length / 2);
                for (int changes = random.nextInt(6); changes >= 0; changes--) {
                    garbage[random.nextInt(garbage.length)] = (byte) random.nextInt();
                }
            }
            byte[] answer = i % 2 == 0 ? responder.overUdp(garbage) : responder.overTcp(garbage);
            if (answer != null) {
                assertThat(new Message(answer).getHeader().getFlag(Flags.QR)).isTrue();
            }
        }
        assertThat(ask("a.example.", Type.A).getSection(Section.ANSWER)).hasSize(1);
    }
}
