package dev.archipelago.store.etcd;

import dev.archipelago.store.StoreException;
import io.grpc.ChannelCredentials;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.TlsChannelCredentials;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/// One connection to each member of the etcd cluster, of which one is in use until it fails. Requests then move on to
/// the next at once, where gRPC's own balancing would keep a member that hangs until its keep-alive runs out.
final class Endpoints implements AutoCloseable {
    // etcd closes connections that ping more often than every five seconds; gRPC pings at most every ten.
    private static final long PING_SECONDS = 10;
    private static final long PING_TIMEOUT_SECONDS = 3;

    private final List<String> names;
    private final List<ManagedChannel> channels = new ArrayList<>();
    private final AtomicInteger current = new AtomicInteger();
    private volatile Runnable onMove = () -> {};

    Endpoints(EtcdOptions options) {
        names = options.endpoints();
        for (String endpoint : names) {
            channels.add(connect(endpoint, options));
        }
    }

    private static ManagedChannel connect(String endpoint, EtcdOptions options) {
        URI address = URI.create(endpoint.contains("://") ? endpoint : "http://" + endpoint);
        if (address.getHost() == null || address.getPort() < 0) {
            throw new IllegalArgumentException("'" + endpoint + "' is not an etcd endpoint like http://host:2379");
        }
        boolean secure = "https".equals(address.getScheme());
        ChannelCredentials credentials = secure ? tls(options) : InsecureChannelCredentials.create();
        return Grpc.newChannelBuilderForAddress(address.getHost(), address.getPort(), credentials)
                .keepAliveTime(PING_SECONDS, TimeUnit.SECONDS)
                .keepAliveTimeout(PING_TIMEOUT_SECONDS, TimeUnit.SECONDS)
                .maxInboundMessageSize(Integer.MAX_VALUE)
                // Callbacks only hand their message on, so they may run on the connection's own thread.
                .directExecutor()
                .build();
    }

    private static ChannelCredentials tls(EtcdOptions options) {
        if (options.tls().isEmpty()) {
            return TlsChannelCredentials.create();
        }
        EtcdOptions.Tls files = options.tls().get();
        try {
            return TlsChannelCredentials.newBuilder()
                    .trustManager(files.authorities().toFile())
                    .keyManager(files.certificate().toFile(), files.key().toFile())
                    .build();
        } catch (IOException e) {
            throw new StoreException("the certificates for etcd cannot be read: " + e.getMessage(), e);
        }
    }

    List<String> names() {
        return names;
    }

    int size() {
        return channels.size();
    }

    ManagedChannel current() {
        return channels.get(current.get());
    }

    /// Moves on from a member, unless another request already did. A member that is tried again later is tried at
    /// once, without gRPC's growing pauses.
    void failed(ManagedChannel channel) {
        int index = channels.indexOf(channel);
        int next = (index + 1) % channels.size();
        if (current.compareAndSet(index, next)) {
            channels.get(next).resetConnectBackoff();
            if (next != index) {
                onMove.run();
            }
        }
    }

    /// Calls back whenever another member comes into use.
    void onMove(Runnable callback) {
        onMove = callback;
    }

    @Override
    public void close() {
        channels.forEach(ManagedChannel::shutdownNow);
    }
}
