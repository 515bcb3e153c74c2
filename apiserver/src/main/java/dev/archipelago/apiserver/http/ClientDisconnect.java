package dev.archipelago.apiserver.http;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.Consumer;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;

/// Notices that a client of HTTP/1.1 hangs up while its request goes on. Nobody reads from such a connection until
/// the response is complete, which for a quiet watch is a long time to keep what belongs to it.
///
/// The connection cannot be used for another request afterwards.
final class ClientDisconnect implements Callback {
    private final EndPoint connection;
    private final Consumer<Throwable> left;
    private final Consumer<Throwable> lost;

    private ClientDisconnect(EndPoint connection, Consumer<Throwable> left, Consumer<Throwable> lost) {
        this.connection = connection;
        this.left = left;
        this.lost = lost;
    }

    /// @param left is called when the client has hung up, and the connection is still to be closed
    /// @param lost is called when the connection is being closed, perhaps from within a write
    static void notice(Request request, Consumer<Throwable> left, Consumer<Throwable> lost) {
        EndPoint connection = request.getConnectionMetaData().getConnection().getEndPoint();
        connection.tryFillInterested(new ClientDisconnect(connection, left, lost));
    }

    /// There is something to read: the end, or a request that has no business here.
    @Override
    public void succeeded() {
        try {
            ByteBuffer sent = BufferUtil.allocate(1);
            if (connection.fill(sent) == 0) {
                connection.tryFillInterested(this);
            } else {
                left.accept(new EOFException("the client is gone"));
            }
        } catch (IOException e) {
            left.accept(e);
        }
    }

    @Override
    public void failed(Throwable cause) {
        lost.accept(cause);
    }
}
