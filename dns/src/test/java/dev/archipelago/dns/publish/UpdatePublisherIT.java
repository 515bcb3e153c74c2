package dev.archipelago.dns.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.archipelago.dns.publish.PublishException.Failure;
import dev.archipelago.dns.publish.PublishException.Reason;
import dev.archipelago.testing.Dig;
import dev.archipelago.testing.TestingBind;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.xbill.DNS.Message;
import org.xbill.DNS.Name;
import org.xbill.DNS.Rcode;
import org.xbill.DNS.Type;
import org.xbill.DNS.Update;

/// Against a real BIND.
@Timeout(180)
class UpdatePublisherIT {
    private static final Name ZONE = Name.fromConstantString("example.org.");
    private static final Key KEY = Key.of(TestingBind.KEY_NAME, TestingBind.KEY_SECRET);
    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    private TestingBind bind;
    private Dig dig;
    private UpdatePublisher publisher;
    private Holdings held = Holdings.NOTHING;

    @BeforeEach
    void start() {
        bind = TestingBind.start();
        dig = new Dig(bind.address().getPort());
        publisher = publisher("eu");
    }

    @AfterEach
    void stop() {
        if (bind != null) {
            bind.close();
        }
    }

    private UpdatePublisher publisher(String owner) {
        return new UpdatePublisher(List.of(bind.address()), KEY, owner, TIMEOUT);
    }

    private static RecordSet set(String name, int type, String... data) {
        return DifferenceTest.set(name, type, data);
    }

    private UpdateResult publish(RecordSet... wanted) throws PublishException {
        UpdateResult outcome = publisher.publish(ZONE, Difference.between(held, List.of(wanted)));
        held = held.after(outcome);
        return outcome;
    }

    private void publishAll(RecordSet... wanted) throws PublishException {
        UpdateResult outcome = publish(wanted);
        assertThat(outcome.taken()).isEmpty();
        assertThat(outcome.refused()).isEmpty();
    }

    private List<String> seen(String name, String type) throws IOException {
        return dig.brief(name + ".example.org", type);
    }

    /// What somebody else does to the zone.
    private void update(Interference change) throws Exception {
        Update update = new Update(ZONE);
        change.to(update);
        Message answer = new Server(bind.address(), KEY.signer(Clock.systemUTC()), TIMEOUT).ask(update);
        assertThat(answer.getRcode()).isEqualTo(Rcode.NOERROR);
    }

    private interface Interference {
        void to(Update update) throws IOException;
    }

    @Test
    void addsReplacesAndRemoves() throws Exception {
        RecordSet service = set("_http._tcp.web", Type.SRV, "0 50 80 web.example.org.", "1 50 80 old.example.org.");
        RecordSet alias = set("www", Type.CNAME, "web.example.org.");
        RecordSet both = set("web", Type.AAAA, "fd00::1");
        publishAll(set("web", Type.A, "10.0.0.1", "10.0.0.2"), both, service, alias);
        assertThat(seen("web", "A")).containsExactly("10.0.0.1", "10.0.0.2");
        assertThat(seen("web", "AAAA")).containsExactly("fd00::1");
        assertThat(seen("_http._tcp.web", "SRV"))
                .containsExactly("0 50 80 web.example.org.", "1 50 80 old.example.org.");
        assertThat(seen("www", "CNAME")).containsExactly("web.example.org.");
        assertThat(seen("_archipelago.web", "TXT")).containsExactly("\"archipelago-eu\" \"A\" \"AAAA\"");
        assertThat(dig.ask("web.example.org", "A", "+noall", "+answer")).contains("\t30\tIN\tA\t10.0.0.1");

        publishAll(set("web", Type.A, "10.0.0.2", "10.0.0.3"), both, alias);
        assertThat(seen("web", "A")).containsExactly("10.0.0.2", "10.0.0.3");
        assertThat(seen("web", "AAAA")).containsExactly("fd00::1");
        assertThat(dig.ask("_http._tcp.web.example.org", "SRV")).contains("status: NXDOMAIN");

        publishAll(both);
        assertThat(seen("web", "A")).isEmpty();
        assertThat(seen("_archipelago.web", "TXT")).containsExactly("\"archipelago-eu\" \"AAAA\"");

        publishAll();
        assertThat(dig.ask("web.example.org", "A")).contains("status: NXDOMAIN");
        assertThat(dig.ask("_archipelago.web.example.org", "TXT")).contains("status: NXDOMAIN");
        assertThat(held).isEqualTo(Holdings.NOTHING);
    }

    @Test
    void changesBetweenAliasAndOtherRecords() throws Exception {
        RecordSet alias = set("web", Type.CNAME, "ns.example.org.");
        RecordSet address = set("web", Type.A, "10.0.0.1");
        publishAll(address, set("web", Type.AAAA, "fd00::1"));
        publishAll(alias);
        assertThat(seen("web", "CNAME")).containsExactly("ns.example.org.");
        publishAll(set("web", Type.CNAME, "elsewhere.example.com."));
        assertThat(seen("web", "CNAME")).containsExactly("elsewhere.example.com.");
        publishAll(address);
        assertThat(seen("web", "A")).containsExactly("10.0.0.1");
        assertThat(seen("web", "CNAME")).isEmpty();
    }

    @Test
    void leavesNamesOfOthersAlone() throws Exception {
        UpdateResult outcome = publish(
                set("a", Type.A, "10.0.0.1"),
                set("somebody", Type.A, "10.0.0.1"),
                set("m", Type.A, "10.0.0.1"),
                set("rival", Type.AAAA, "fd00::1"),
                set("ns", Type.A, "10.0.0.1"),
                set("z", Type.A, "10.0.0.1"));
        assertThat(outcome.taken())
                .extracting(Name::toString)
                .containsExactlyInAnyOrder("ns.example.org.", "rival.example.org.", "somebody.example.org.");
        assertThat(held.byName().keySet())
                .extracting(Name::toString)
                .containsExactly("a.example.org.", "m.example.org.", "z.example.org.");
        publishAll();
        assertThat(seen("somebody", "A")).containsExactly("192.0.2.1");
        assertThat(seen("somebody", "TXT")).containsExactly("\"not yours\"");
        assertThat(seen("rival", "A")).containsExactly("192.0.2.2");
        assertThat(seen("_archipelago.rival", "TXT")).containsExactly("\"archipelago-rival\" \"A\"");
        assertThat(seen("ns", "A")).containsExactly("127.0.0.1");
        assertThat(seen("a", "A")).isEmpty();
    }

    @Test
    void leavesRecordsOfOthersAtItsNamesAlone() throws Exception {
        Name web = Name.fromConstantString("web.example.org.");
        publishAll(set("web", Type.A, "10.0.0.1"));
        update(update -> update.add(web, Type.TXT, 60, "\"by hand\""));

        // The addresses are ours and change, the text is not.
        UpdateResult outcome = publish(set("web", Type.A, "10.0.0.2"), set("web", Type.TXT, "ours"));
        assertThat(outcome.taken()).containsExactly(web);
        assertThat(seen("web", "A")).containsExactly("10.0.0.2");
        assertThat(seen("web", "TXT")).containsExactly("\"by hand\"");

        // An alias cannot be beside it, and would be passed over in silence.
        outcome = publish(set("web", Type.CNAME, "ns.example.org."));
        assertThat(outcome.taken()).containsExactly(web);
        assertThat(seen("web", "A")).containsExactly("10.0.0.2");

        publishAll();
        assertThat(seen("web", "A")).isEmpty();
        assertThat(seen("web", "TXT")).containsExactly("\"by hand\"");
        assertThat(seen("_archipelago.web", "TXT")).isEmpty();
    }

    @Test
    void givesUpNamesThatWereTakenFromIt() throws Exception {
        publishAll(set("a", Type.A, "10.0.0.1"), set("b", Type.A, "10.0.0.1"), set("c", Type.A, "10.0.0.1"));
        update(update -> {
            update.delete(Name.fromConstantString("_archipelago.a.example.org."));
            update.delete(Name.fromConstantString("_archipelago.b.example.org."));
            update.delete(Name.fromConstantString("_archipelago.c.example.org."));
            update.delete(Name.fromConstantString("c.example.org."));
        });
        UpdateResult outcome = publish(set("b", Type.A, "10.0.0.2"), set("c", Type.A, "10.0.0.2"));
        assertThat(outcome.taken()).extracting(Name::toString).containsExactly("b.example.org.");
        assertThat(held.byName().keySet()).extracting(Name::toString).containsExactly("c.example.org.");
        assertThat(seen("a", "A")).containsExactly("10.0.0.1");
        assertThat(seen("b", "A")).containsExactly("10.0.0.1");
        assertThat(seen("c", "A")).containsExactly("10.0.0.2");
    }

    @Test
    void findsAfterARestartWhatItLeft() throws Exception {
        RecordSet kept = set("kept", Type.A, "10.0.0.1");
        publishAll(
                kept,
                set("kept", Type.AAAA, "fd00::1"),
                set("left", Type.CNAME, "kept.example.org."),
                set("*.wild", Type.TXT, "any"));
        Holdings before = held;

        publisher = publisher("eu");
        held = publisher.read(ZONE);
        assertThat(held).isEqualTo(before);
        assertThat(publisher("us").read(ZONE)).isEqualTo(Holdings.NOTHING);
        assertThat(publisher("rival").read(ZONE).byName().keySet())
                .extracting(Name::toString)
                .containsExactly("rival.example.org.");

        publishAll(kept);
        assertThat(seen("kept", "A")).containsExactly("10.0.0.1");
        assertThat(seen("kept", "AAAA")).isEmpty();
        assertThat(dig.ask("left.example.org", "A")).contains("status: NXDOMAIN");
        assertThat(publisher.read(ZONE)).isEqualTo(held);
    }

    @Test
    void goesOnWithoutKnowingWhatItLeft() throws Exception {
        publishAll(set("a", Type.A, "10.0.0.1"), set("b", Type.A, "10.0.0.1"));
        held = Holdings.NOTHING;
        publishAll(set("a", Type.A, "10.0.0.2"), set("b", Type.CNAME, "a.example.org."), set("c", Type.A, "10.0.0.2"));
        assertThat(seen("a", "A")).containsExactly("10.0.0.2");
        assertThat(seen("b", "CNAME")).containsExactly("a.example.org.");
        assertThat(publisher.read(ZONE)).isEqualTo(held);
    }

    @Test
    void publishesManyNamesAroundThoseOfOthers() throws Exception {
        List<RecordSet> wanted = new ArrayList<>();
        for (int i = 0; i < 600; i++) {
            wanted.add(set("n" + i, Type.A, "10.0." + i / 250 + "." + (i % 250 + 1)));
        }
        wanted.add(set("ns", Type.A, "10.0.0.1"));
        UpdateResult outcome = publish(wanted.toArray(RecordSet[]::new));
        assertThat(outcome.taken()).extracting(Name::toString).containsExactly("ns.example.org.");
        assertThat(seen("n599", "A")).containsExactly("10.0.2.100");
        assertThat(publisher.read(ZONE)).isEqualTo(held);
        assertThat(held.byName()).hasSize(600);
        publishAll();
        assertThat(publisher.read(ZONE)).isEqualTo(Holdings.NOTHING);
        assertThat(seen("ns", "A")).containsExactly("127.0.0.1");
    }

    @Test
    void publishesNamesWithManyRecords() throws Exception {
        // One needs a message to itself, and another would need more than one.
        UpdateResult outcome = publish(
                set("a", Type.A, "10.0.0.1"),
                set("many", Type.TXT, texts(90)),
                set("too-many", Type.TXT, texts(300)),
                set("z", Type.A, "10.0.0.1"));
        assertThat(outcome.taken()).isEmpty();
        assertThat(outcome.refused().keySet()).extracting(Name::toString).containsExactly("too-many.example.org.");
        assertThat(publisher.read(ZONE)).isEqualTo(held);
        assertThat(held.byName()).hasSize(3);
        assertThat(dig.brief("many.example.org", "TXT", "+tcp")).hasSize(90);
    }

    private static String[] texts(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> i + "-" + "x".repeat(230))
                .toArray(String[]::new);
    }

    @Test
    void findsTheNamesThatTheKeyMayNotChange() throws Exception {
        Name zone = Name.fromConstantString("ruled.org.");
        List<RecordSet> wanted = new ArrayList<>();
        for (String name : List.of("a", "b", "forbidden", "m", "z")) {
            wanted.add(RecordSet.of(Name.fromString(name, zone), Type.A, 30, "10.0.0.1"));
        }
        UpdateResult outcome = publisher.publish(zone, Difference.between(Holdings.NOTHING, wanted));
        assertThat(outcome.refused().keySet()).extracting(Name::toString).containsExactly("forbidden.ruled.org.");
        assertThat(outcome.refused().firstEntry().getValue()).endsWith("answered REFUSED");
        assertThat(dig.brief("z.ruled.org", "A")).containsExactly("10.0.0.1");
        assertThat(dig.brief("forbidden.ruled.org", "A")).isEmpty();
    }

    private Failure failure(Name zone, Key key, Clock clock) {
        UpdatePublisher other = new UpdatePublisher(List.of(bind.address()), key, "eu", TIMEOUT, clock);
        Name name = Name.fromConstantString("x." + zone);
        List<Change> changes =
                Difference.between(Holdings.NOTHING, List.of(RecordSet.of(name, Type.A, 30, "10.0.0.1")));
        return catchThrowableOfType(PublishException.class, () -> other.publish(zone, changes))
                .failures()
                .getFirst();
    }

    @Test
    void saysWhyTheServerDoesNotDoIt() throws Exception {
        Clock now = Clock.systemUTC();
        Failure secret = failure(ZONE, Key.of(TestingBind.KEY_NAME, "d3Jvbmc="), now);
        assertThat(secret.reason()).isEqualTo(Reason.BAD_SIGNATURE);
        assertThat(secret.detail()).isEqualTo("answered NOTAUTH (BADSIG)");
        assertThat(failure(ZONE, Key.of("unknown.", TestingBind.KEY_SECRET), now)
                        .reason())
                .isEqualTo(Reason.BAD_KEY);
        assertThat(failure(ZONE, KEY, Clock.offset(now, Duration.ofHours(1))).reason())
                .isEqualTo(Reason.BAD_TIME);
        assertThat(failure(Name.fromConstantString("fixed.org."), KEY, now).reason())
                .isEqualTo(Reason.REFUSED);
        assertThat(failure(Name.fromConstantString("elsewhere.org."), KEY, now).reason())
                .isEqualTo(Reason.NOT_AUTHORITATIVE);
        assertThat(dig.ask("x.example.org", "A")).contains("status: NXDOMAIN");

        PublishException transfer = catchThrowableOfType(
                PublishException.class, () -> publisher.read(Name.fromConstantString("fixed.org.")));
        assertThat(transfer.failures().getFirst().reason()).isEqualTo(Reason.REFUSED);
    }

    @Test
    void asksTheNextServerWhenOneHangs() throws Exception {
        try (TestingServer hanging = TestingServer.hanging()) {
            List<InetSocketAddress> servers = List.of(hanging.address(), bind.address());
            publisher = new UpdatePublisher(servers, KEY, "eu", Duration.ofSeconds(5));
            publishAll(set("web", Type.A, "10.0.0.1"));
            assertThat(publisher.read(ZONE)).isEqualTo(held);
            assertThat(seen("web", "A")).containsExactly("10.0.0.1");
            assertThat(hanging.connections()).isEqualTo(2);
        }
    }
}
