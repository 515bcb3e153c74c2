package dev.archipelago.dns;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A DNS server. It answers for its zones and refuses all else.
public final class DnsServer implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(DnsServer.class);
    private static final int PORT_TRIES_MAX = 20;

    private final UdpListener udp;
    private final TcpListener tcp;

    private DnsServer(UdpListener udp, TcpListener tcp) {
        this.udp = udp;
        this.tcp = tcp;
    }

    /// Starts a server. When this returns, it answers.
    ///
    /// @param port 0 for any that is free, the same for UDP and TCP
    public static DnsServer start(InetAddress host, int port, Zones zones, Limits limits) throws IOException {
        Responder responder = new Responder(zones);
        for (int tries = 1; ; tries++) {
            UdpListener udp = udp(new InetSocketAddress(host, port), responder);
            try {
                TcpListener tcp = new TcpListener(new InetSocketAddress(host, udp.port()), responder, limits);
                udp.start();
                tcp.start();
                return new DnsServer(udp, tcp);
            } catch (IOException e) {
                int tried = udp.port();
                udp.close();
                if (port != 0 || tries == PORT_TRIES_MAX) {
                    throw named(e, tried);
                }
            }
        }
    }

    private static UdpListener udp(InetSocketAddress address, Responder responder) throws IOException {
        try {
            return new UdpListener(address, responder);
        } catch (IOException e) {
            throw named(e, address.getPort());
        }
    }

    /// The system says that an address is in use, but not which.
    private static IOException named(IOException e, int port) {
        return new IOException("port " + port + " of the DNS cannot be had: " + e.getMessage(), e);
    }

    public int port() {
        return udp.port();
    }

    @Override
    public void close() {
        udp.close();
        try {
            tcp.close();
        } catch (IOException e) {
            log.debug("the listener could not be closed: {}", e.toString());
        }
    }
}
