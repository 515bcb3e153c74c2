package dev.archipelago.cli.up;

import dev.archipelago.api.relay.Relay;
import dev.archipelago.controller.remote.RemoteRelay;
import java.io.IOException;
import java.util.List;

/// Relays user requests to a cluster of this process while its link is up. They use a local socket, which a cut of the
/// link would not close.
final class LinkRelay implements Relay, AutoCloseable {
    private final Link link;
    private final RemoteRelay relay;

    LinkRelay(Link link, RemoteRelay relay) {
        this.link = link;
        this.relay = relay;
    }

    @Override
    public void pass(Request request, Answer answer) throws IOException {
        Passing passing = new Passing(answer);
        link.enter(passing);
        try {
            relay.pass(request, passing);
            passing.check();
        } finally {
            link.leave(passing);
        }
    }

    @Override
    public void close() {
        relay.close();
    }

    /// An answer that ends with the link.
    private static final class Passing implements Answer, Link.Ongoing {
        private final Answer answer;
        private volatile Runnable end = () -> {};
        private volatile boolean broken;

        Passing(Answer answer) {
            this.answer = answer;
        }

        @Override
        public void linkDown() {
            broken = true;
            end.run();
        }

        void check() throws IOException {
            if (broken) {
                throw new IOException("the way to the cluster is cut");
            }
        }

        @Override
        public void begin(int status, List<Header> headers) {
            answer.begin(status, headers);
        }

        @Override
        public void write(byte[] bytes, int length) throws IOException {
            check();
            answer.write(bytes, length);
        }

        @Override
        public void whenGone(Runnable action) {
            end = action;
            if (broken) {
                action.run();
            }
            answer.whenGone(action);
        }
    }
}
