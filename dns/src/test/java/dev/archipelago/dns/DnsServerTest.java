package dev.archipelago.dns;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.xbill.DNS.DClass;
import org.xbill.DNS.Flags;
import org.xbill.DNS.Message;
import org.xbill.DNS.Name;
import org.xbill.DNS.Record;
import org.xbill.DNS.Section;
import org.xbill.DNS.Type;

@Timeout(30)
class DnsServerTest {
    private static final int UNANSWERED_MILLIS = 1_000;
    private static final int ATTEMPTS_MAX = 30;
    private static final InetAddress HOST = InetAddress.getLoopbackAddress();

    private DnsServer server;

    @BeforeEach
    void start() throws IOException {
        TestingZones zones = new TestingZones().add("a", Type.A, "10.0.0.1").addMany("lots", 200);
        server = DnsServer.start(HOST, 0, zones, new Limits(3, Duration.ofMillis(200)));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private static byte[] query(String name) throws IOException {
        return Message.newQuery(Record.newRecord(Name.fromString(name), Type.A, DClass.IN))
                .toWire();
    }

    /// Asks again when there is no answer, as resolvers do: on a busy machine the kernel drops what finds no room.
    private Message overUdp(DatagramSocket socket, byte[] query) throws IOException {
        socket.setSoTimeout(UNANSWERED_MILLIS);
        for (int i = 0; i < ATTEMPTS_MAX; i++) {
            socket.send(new DatagramPacket(query, query.length, HOST, server.port()));
            try {
                return receive(socket, new Message(query).getHeader().getID());
            } catch (SocketTimeoutException e) {
                // Lost on the way there or back.
            }
        }
        throw new IOException("no answer to " + ATTEMPTS_MAX + " questions");
    }

    /// The answer to a question, past those to earlier ones that were asked twice.
    private static Message receive(DatagramSocket socket, int id) throws IOException {
        while (true) {
            DatagramPacket packet = new DatagramPacket(new byte[2000], 2000);
            socket.receive(packet);
            Message answer = new Message(Arrays.copyOf(packet.getData(), packet.getLength()));
            if (answer.getHeader().getID() == id) {
                return answer;
            }
        }
    }

    private static void send(Socket socket, byte[] query) throws IOException {
        socket.getOutputStream()
                .write(ByteBuffer.allocate(query.length + 2)
                        .putShort((short) query.length)
                        .put(query)
                        .array());
    }

    private static Message receive(Socket socket) throws IOException {
        DataInputStream in = new DataInputStream(socket.getInputStream());
        byte[] answer = new byte[in.readUnsignedShort()];
        in.readFully(answer);
        return new Message(answer);
    }

    private static boolean isClosed(Socket socket) throws IOException {
        try {
            return socket.getInputStream().read() < 0;
        } catch (SocketException e) {
            return true;
        }
    }

    @Test
    void answersOverUdpAndInFullOverTcp() throws IOException {
        try (DatagramSocket udp = new DatagramSocket();
                Socket tcp = new Socket(HOST, server.port())) {
            assertThat(overUdp(udp, query("a.example.")).getSection(Section.ANSWER))
                    .hasSize(1);
            assertThat(overUdp(udp, query("lots.example.")).getHeader().getFlag(Flags.TC))
                    .isTrue();
            send(tcp, query("lots.example."));
            send(tcp, query("a.example."));
            assertThat(receive(tcp).getSection(Section.ANSWER)).hasSize(200);
            assertThat(receive(tcp).getSection(Section.ANSWER)).hasSize(1);
        }
    }

    @Test
    void goesOnAfterGarbage() throws IOException {
        Random random = new Random(42);
        try (DatagramSocket udp = new DatagramSocket()) {
            for (int i = 0; i < 200; i++) {
                byte[] garbage = new byte[random.nextInt(1000)];
                random.nextBytes(garbage);
                // Not one that deserves an answer.
                if (garbage.length > 2) {
                    garbage[2] |= (byte) 0x80;
                }
                udp.send(new DatagramPacket(garbage, garbage.length, HOST, server.port()));
            }
            assertThat(overUdp(udp, query("a.example.")).getSection(Section.ANSWER))
                    .hasSize(1);
        }
    }

    @Test
    void closesConnectionsThatSendTooSlowly() throws IOException {
        try (Socket tcp = new Socket(HOST, server.port())) {
            tcp.getOutputStream().write(0);
            assertThat(isClosed(tcp)).isTrue();
        }
    }

    @Test
    void closesConnectionsThatDoNotTakeTheirAnswers() throws IOException {
        byte[] query = query("lots.example.");
        try (Socket tcp = new Socket(HOST, server.port())) {
            boolean closed = false;
            for (int i = 0; i < 1_000_000 && !closed; i++) {
                try {
                    send(tcp, query);
                } catch (SocketException e) {
                    closed = true;
                }
            }
            assertThat(closed).isTrue();
        }
    }

    @Test
    void takesNoMoreConnectionsThanItCanServe() throws IOException {
        Socket[] held = new Socket[3];
        for (int i = 0; i < held.length; i++) {
            held[i] = new Socket(HOST, server.port());
            send(held[i], query("a.example."));
            receive(held[i]);
        }
        try (Socket beyond = new Socket(HOST, server.port())) {
            assertThat(isClosed(beyond)).isTrue();
        }
        for (Socket socket : held) {
            socket.close();
        }
    }
}
