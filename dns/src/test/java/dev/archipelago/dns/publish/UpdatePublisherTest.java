package dev.archipelago.dns.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.archipelago.dns.publish.PublishException.Failure;
import dev.archipelago.dns.publish.PublishException.Reason;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.xbill.DNS.DClass;
import org.xbill.DNS.Flags;
import org.xbill.DNS.Message;
import org.xbill.DNS.Name;
import org.xbill.DNS.Rcode;
import org.xbill.DNS.Record;
import org.xbill.DNS.Section;
import org.xbill.DNS.TSIG;
import org.xbill.DNS.Type;

@Timeout(60)
class UpdatePublisherTest {
    private static final Name ZONE = Name.fromConstantString("example.org.");
    private static final Duration ENOUGH = Duration.ofSeconds(20);
    private static final Key KEY = Key.of("key.", "c2VjcmV0");
    private static final TSIG SIGNER = KEY.signer(Clock.systemUTC());
    private static final List<Change> CHANGES =
            Difference.between(Holdings.NOTHING, List.of(DifferenceTest.set("a", Type.A, "10.0.0.1")));

    private static UpdatePublisher publisher(Duration timeout, InetSocketAddress... servers) {
        return new UpdatePublisher(List.of(servers), KEY, "eu", timeout);
    }

    private static Message answer(Message question, int code) {
        Message answer = new Message(question.getHeader().getID());
        answer.getHeader().setOpcode(question.getHeader().getOpcode());
        answer.getHeader().setFlag(Flags.QR);
        answer.getHeader().setRcode(code);
        return answer;
    }

    private static byte[] signed(Message question, Message answer) {
        SIGNER.apply(answer, question.getTSIG());
        return answer.toWire();
    }

    private static List<Failure> failures(Duration timeout, InetSocketAddress... servers) {
        PublishException e = catchThrowableOfType(
                PublishException.class, () -> publisher(timeout, servers).publish(ZONE, CHANGES));
        assertThat(e).isNotNull();
        assertThat(e.zone()).isEqualTo(ZONE);
        return e.failures();
    }

    private static Failure failure(TestingServer.Answering answering) throws IOException {
        try (TestingServer server = new TestingServer(answering)) {
            List<Failure> failures = failures(ENOUGH, server.address());
            assertThat(failures).hasSize(1);
            assertThat(failures.getFirst().server()).isEqualTo(server.address());
            return failures.getFirst();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "REFUSED, REFUSED",
        "SERVFAIL, SERVER_FAILED",
        "NOTZONE, NOT_IN_ZONE",
        "NOTAUTH, NOT_AUTHORITATIVE",
        "FORMERR, OTHER",
        "NOTIMP, OTHER",
    })
    void saysWhyAServerDidNotDoIt(String code, Reason reason) throws IOException {
        Failure signed = failure(question -> List.of(signed(question, answer(question, Rcode.value(code)))));
        Failure unsigned =
                failure(question -> List.of(answer(question, Rcode.value(code)).toWire()));
        assertThat(signed.reason()).isEqualTo(reason);
        assertThat(unsigned.reason()).isEqualTo(reason);
        assertThat(signed.detail()).isEqualTo("answered " + code);
    }

    @Test
    void namesServerZoneAndCode() throws IOException {
        try (TestingServer one = new TestingServer(question -> List.of(signed(question, answer(question, 5))));
                TestingServer two = new TestingServer(question -> List.of(signed(question, answer(question, 2))))) {
            assertThatThrownBy(() ->
                            publisher(ENOUGH, one.address(), two.address()).publish(ZONE, CHANGES))
                    .hasMessage("zone example.org.: %s:%d answered REFUSED; %s:%d answered SERVFAIL"
                            .formatted(
                                    one.address().getHostString(),
                                    one.address().getPort(),
                                    two.address().getHostString(),
                                    two.address().getPort()));
        }
    }

    @Test
    void believesNoAnswerWithoutASignature() throws IOException {
        assertThat(failure(question -> List.of(answer(question, Rcode.NOERROR).toWire()))
                        .reason())
                .isEqualTo(Reason.UNTRUSTED);
        TSIG other = Key.of("key.", "b3RoZXI=").signer(Clock.systemUTC());
        assertThat(failure(question -> {
                            Message answer = answer(question, Rcode.NOERROR);
                            other.apply(answer, question.getTSIG());
                            return List.of(answer.toWire());
                        })
                        .reason())
                .isEqualTo(Reason.UNTRUSTED);
        // Signed, but for another question.
        assertThat(failure(question -> List.of(signed(new Message(), answer(question, Rcode.NOERROR))))
                        .reason())
                .isEqualTo(Reason.UNTRUSTED);
    }

    @Test
    void takesNothingElseForAnAnswer() throws IOException {
        assertThat(failure(question -> List.of(new byte[5])).reason()).isEqualTo(Reason.UNTRUSTED);
        assertThat(failure(question -> {
                            Message answer = answer(question, Rcode.NOERROR);
                            answer.getHeader().setID(question.getHeader().getID() ^ 1);
                            return List.of(signed(question, answer));
                        })
                        .reason())
                .isEqualTo(Reason.UNTRUSTED);
        assertThat(failure(question -> {
                            throw new IOException("closes");
                        })
                        .reason())
                .isEqualTo(Reason.UNREACHABLE);
    }

    @Test
    void doesNotWaitForAServerThatHangs() throws IOException {
        try (TestingServer server = TestingServer.hanging()) {
            List<Failure> failures = failures(Duration.ofMillis(300), server.address());
            assertThat(failures.getFirst().reason()).isEqualTo(Reason.TIMEOUT);
            assertThatThrownBy(() ->
                            publisher(Duration.ofMillis(300), server.address()).read(ZONE))
                    .isInstanceOf(PublishException.class)
                    .hasMessageContaining("did not answer in PT0.3S");
        }
    }

    @Test
    void doesNotWaitForAServerThatAcceptsNothing() throws IOException {
        // The system completes a few connections that nobody accepts, and takes what is sent.
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            InetSocketAddress address = new InetSocketAddress(server.getInetAddress(), server.getLocalPort());
            assertThat(failures(Duration.ofMillis(300), address).getFirst().reason())
                    .isEqualTo(Reason.TIMEOUT);
        }
    }

    @Test
    void asksTheNextServerAndStaysWithIt() throws Exception {
        try (TestingServer hanging = TestingServer.hanging();
                TestingServer good =
                        new TestingServer(question -> List.of(signed(question, answer(question, Rcode.NOERROR))))) {
            UpdatePublisher publisher = publisher(Duration.ofSeconds(5), hanging.address(), good.address());
            UpdateResult outcome = publisher.publish(ZONE, many(500));
            assertThat(outcome.holdings()).hasSize(500);
            assertThat(good.connections()).isGreaterThan(2);
            assertThat(hanging.connections()).isEqualTo(1);
        }
    }

    private static List<Change> many(int count) {
        List<RecordSet> wanted = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            wanted.add(DifferenceTest.set("n" + i, Type.A, "10.0.0.1"));
        }
        return Difference.between(Holdings.NOTHING, wanted);
    }

    @Test
    void findsTheNamesThatAServerRefuses() throws Exception {
        try (TestingServer server = new TestingServer(question -> {
            boolean refuses = question.getSection(Section.UPDATE).stream()
                    .anyMatch(record -> record.getName().toString().matches("n1?7.example.org."));
            return List.of(signed(question, answer(question, refuses ? Rcode.SERVFAIL : Rcode.NOERROR)));
        })) {
            UpdateResult outcome = publisher(ENOUGH, server.address()).publish(ZONE, many(60));
            assertThat(outcome.refused().keySet())
                    .extracting(Name::toString)
                    .containsExactly("n17.example.org.", "n7.example.org.");
            assertThat(outcome.refused().values())
                    .allSatisfy(why -> assertThat(why).contains("answered SERVFAIL"));
            assertThat(outcome.holdings()).hasSize(58);
        }
    }

    @Test
    void doesNotSearchForThemWhenAServerRefusesAll() throws Exception {
        try (TestingServer server =
                new TestingServer(question -> List.of(signed(question, answer(question, Rcode.REFUSED))))) {
            assertThatThrownBy(() -> publisher(ENOUGH, server.address()).publish(ZONE, many(500)))
                    .isInstanceOf(PublishException.class)
                    .hasMessageContaining("answered REFUSED");
            assertThat(server.connections()).isLessThan(50);
        }
    }

    @Test
    void doesNotTakeAPartOfAZoneForTheWhole() throws IOException {
        Record authority = record("example.org.", Type.SOA, "ns.example.org. h.example.org. 1 2 3 4 5");
        Record marker = record("_archipelago.a.example.org.", Type.TXT, "archipelago-eu A");
        Record address = record("a.example.org.", Type.A, "10.0.0.1");
        assertThat(read(ENOUGH, authority, marker, address, authority)).isEqualTo("{a.example.org.=[A]}");
        assertThat(read(Duration.ofMillis(300), authority, marker, address)).contains("did not answer");
        assertThat(read(ENOUGH, marker, address, authority)).contains("no zone");
        assertThat(read(ENOUGH)).contains("transferred nothing");
    }

    @Test
    void believesNoTransferWithoutASignature() throws IOException {
        Record authority = record("example.org.", Type.SOA, "ns.example.org. h.example.org. 1 2 3 4 5");
        try (TestingServer server = new TestingServer(question -> {
            Message first = answer(question, Rcode.NOERROR);
            first.addRecord(authority, Section.ANSWER);
            Message last = answer(question, Rcode.NOERROR);
            last.addRecord(authority, Section.ANSWER);
            return List.of(signed(question, first), last.toWire());
        })) {
            assertThatThrownBy(() -> publisher(ENOUGH, server.address()).read(ZONE))
                    .isInstanceOf(PublishException.class)
                    .hasMessageContaining("without a good signature");
        }
    }

    private static String read(Duration timeout, Record... records) throws IOException {
        try (TestingServer server = new TestingServer(question -> {
            Message answer = answer(question, Rcode.NOERROR);
            Arrays.asList(records).forEach(record -> answer.addRecord(record, Section.ANSWER));
            return List.of(signed(question, answer));
        })) {
            Holdings held = publisher(timeout, server.address()).read(ZONE);
            StringBuilder text = new StringBuilder("{");
            held.byName()
                    .forEach((name, holding) -> text.append(name)
                            .append('=')
                            .append(holding.types().stream().map(Type::string).toList()));
            return text.append('}').toString();
        } catch (PublishException e) {
            return String.valueOf(e.getMessage());
        }
    }

    private static Record record(String name, int type, String data) throws IOException {
        return Record.fromString(Name.fromString(name), type, DClass.IN, 30, data, Name.root);
    }

    @Test
    void refusesNamesOfOtherZones() {
        UpdatePublisher publisher =
                publisher(Duration.ofSeconds(1), InetSocketAddress.createUnresolved("ns.invalid", 53));
        assertThatThrownBy(() -> publisher.publish(Name.fromConstantString("example.com."), CHANGES))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("a.example.org. is not in the zone example.com.");
    }

    @Test
    void refusesKeysThatAreNone() {
        assertThatThrownBy(() -> Key.of("key", "no base 64")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Key.of("key", "")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Key.of("key", "hmac-md4", "c2VjcmV0")).isInstanceOf(IllegalArgumentException.class);
        assertThat(Key.of("key", "c2VjcmV0")).hasToString("key. (hmac-sha256)");
    }
}
