package dev.archipelago.dns;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.util.Arrays;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Takes queries in packets and answers them one after the other: an answer takes less time than a thread for it.
final class UdpListener implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(UdpListener.class);
    private static final int QUERY_MAX = 4096;

    private final DatagramSocket socket;
    private final Responder responder;

    UdpListener(InetSocketAddress address, Responder responder) throws IOException {
        this.socket = new DatagramSocket(address);
        this.responder = responder;
    }

    void start() {
        Thread.ofPlatform().name("dns-udp-" + port()).daemon().start(this::run);
    }

    int port() {
        return socket.getLocalPort();
    }

    private void run() {
        byte[] buffer = new byte[QUERY_MAX];
        DatagramPacket packet = new DatagramPacket(buffer, buffer.length);
        while (!socket.isClosed()) {
            try {
                packet.setData(buffer);
                socket.receive(packet);
                byte[] answer = responder.overUdp(Arrays.copyOf(buffer, packet.getLength()));
                if (answer != null) {
                    packet.setData(answer);
                    socket.send(packet);
                }
            } catch (IOException e) {
                // One that cannot be answered must not keep the others from being answered.
                log.debug("a packet was lost: {}", e.toString());
            } catch (RuntimeException e) {
                log.warn("a query could not be answered", e);
            }
        }
    }

    @Override
    public void close() {
        socket.close();
    }
}
