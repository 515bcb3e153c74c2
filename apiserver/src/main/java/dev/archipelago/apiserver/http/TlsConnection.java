package dev.archipelago.apiserver.http;

import java.nio.ByteBuffer;
import java.util.concurrent.Executor;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLException;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.RetainableByteBuffer;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/// Speaks TLS, and hands several records to the kernel at once where there is enough to send: lists and the events of
/// many watches are long, and a call for each record of 16 kB costs more than encrypting it.
final class TlsConnection extends SslConnection {
    /// Also what a client that does not read can hold of encrypted bytes.
    static final int WRITE_BYTES = 4 * 16 * 1024;

    TlsConnection(
            ByteBufferPool buffers, Executor executor, SslContextFactory tls, EndPoint endPoint, SSLEngine engine) {
        super(new Roomy(buffers), executor, tls, endPoint, engine, true, false);
    }

    @Override
    protected SSLEngineResult wrap(SSLEngine engine, ByteBuffer[] input, ByteBuffer output) throws SSLException {
        SSLEngineResult result = super.wrap(engine, input, output);
        int consumed = result.bytesConsumed();
        int produced = result.bytesProduced();
        int record = engine.getSession().getPacketBufferSize();
        while (isPlain(result) && output.remaining() >= record && hasMore(input)) {
            result = super.wrap(engine, input, output);
            consumed += result.bytesConsumed();
            produced += result.bytesProduced();
        }
        return new SSLEngineResult(result.getStatus(), result.getHandshakeStatus(), consumed, produced);
    }

    private static boolean isPlain(SSLEngineResult result) {
        return result.getStatus() == SSLEngineResult.Status.OK
                && result.getHandshakeStatus() == SSLEngineResult.HandshakeStatus.NOT_HANDSHAKING
                && result.bytesConsumed() > 0;
    }

    private static boolean hasMore(ByteBuffer[] input) {
        for (ByteBuffer buffer : input) {
            if (buffer.hasRemaining()) {
                return true;
            }
        }
        return false;
    }

    /// Gives room for several records to those who ask for that of one.
    private static final class Roomy extends ByteBufferPool.Wrapper {
        Roomy(ByteBufferPool buffers) {
            super(buffers);
        }

        @Override
        public RetainableByteBuffer.Mutable acquire(int size, boolean direct) {
            return super.acquire(Math.max(size, WRITE_BYTES), direct);
        }
    }
}
