package dev.archipelago.apiserver.http;

import dev.archipelago.api.relay.Relay;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;

/// The answer of another server on its way to the client, as it comes.
final class RelayAnswer implements Relay.Answer {
    private final Exchange exchange;

    // Of the thread that passes it on:
    private boolean begun;

    // Guarded by this:
    private final List<Runnable> whenGone = new ArrayList<>();
    private boolean gone;

    RelayAnswer(Exchange exchange) {
        this.exchange = exchange;
    }

    @Override
    public void begin(int status, List<Relay.Header> headers) {
        begun = true;
        exchange.begin(status, Exchange.JSON);
        HttpFields.Mutable fields = exchange.response().getHeaders();
        // The other server says what they are, or that there is nothing to say it of.
        fields.remove(HttpHeader.CONTENT_TYPE);
        fields.remove(HttpHeader.CACHE_CONTROL);
        headers.forEach(header -> fields.add(header.name(), header.value()));
    }

    @Override
    public void write(byte[] bytes, int length) throws IOException {
        exchange.send(ByteBuffer.wrap(bytes, 0, length));
    }

    void end() {
        if (!begun) {
            throw new IllegalStateException("there was no answer");
        }
        exchange.sendLast(ByteBuffer.allocate(0));
    }

    @Override
    public void whenGone(Runnable action) {
        synchronized (this) {
            if (!gone) {
                whenGone.add(action);
                return;
            }
        }
        action.run();
    }

    /// Notes that the client is gone, or that the server is going.
    void gone() {
        List<Runnable> actions;
        synchronized (this) {
            gone = true;
            actions = List.copyOf(whenGone);
            whenGone.clear();
        }
        actions.forEach(Runnable::run);
    }
}
