package dev.archipelago.dns.publish;

import dev.archipelago.dns.publish.PublishException.Failure;
import dev.archipelago.dns.publish.Server.FailedException;
import java.util.ArrayList;
import java.util.List;
import org.xbill.DNS.Name;

/// The servers of a zone, any of which will do. One that has answered is asked first the next time, so that one
/// that hangs costs time only once.
final class Servers {
    private final Name zone;
    private final List<Server> inOrder;

    Servers(Name zone, List<Server> servers) {
        this.zone = zone;
        this.inOrder = new ArrayList<>(servers);
    }

    interface Question<T> {
        T to(Server server) throws FailedException;
    }

    /// The answer of the first that gives one.
    <T> T ask(Question<T> question) throws PublishException {
        List<Failure> failures = new ArrayList<>();
        for (Server server : List.copyOf(inOrder)) {
            try {
                T answer = question.to(server);
                inOrder.remove(server);
                inOrder.addFirst(server);
                return answer;
            } catch (FailedException e) {
                failures.add(e.failure());
            }
        }
        throw new PublishException(zone, failures);
    }
}
