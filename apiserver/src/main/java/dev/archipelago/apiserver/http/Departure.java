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
final class Departure implements Callback {
    private final EndPoint connection;
    private final Consumer<Throwable> gone;

    private Departure(EndPoint connection, Consumer<Throwable> gone) {
        this.connection = connection;
        this.gone = gone;
    }

    static void notice(Request request, Consumer<Throwable> gone) {
        EndPoint connection = request.getConnectionMetaData().getConnection().getEndPoint();
        connection.tryFillInterested(new Departure(connection, gone));
    }

    /// There is something to read: the end, or a request that has no business here.
    @Override
    public void succeeded() {
        try {
            ByteBuffer sent = BufferUtil.allocate(1);
            if (connection.fill(sent) == 0) {
                connection.tryFillInterested(this);
            } else {
                gone.accept(new EOFException("the client is gone"));
            }
        } catch (IOException e) {
            gone.accept(e);
        }
    }

    @Override
    public void failed(Throwable cause) {
        gone.accept(cause);
    }
}
