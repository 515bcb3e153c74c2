package dev.archipelago.api.relay;

import dev.archipelago.api.authn.UserInfo;
import java.io.IOException;
import java.util.List;

/// Passes requests on to another server. By then it is known who asks, and that they may.
public interface Relay {

    /// Passes one request on and its answer back. Called on a thread that may wait; returns when the answer is over.
    ///
    /// @throws dev.archipelago.api.errors.ApiException before the answer has begun, to be told as a Status
    /// @throws IOException when the client or the other server left in the middle
    void pass(Request request, Answer answer) throws IOException;

    /// What somebody asks.
    ///
    /// @param name of the object whose subresource it is
    /// @param path what follows the subresource, encoded as it came: empty, or from a slash on. It has no segment
    /// that is empty but the last, none that leads upwards, and none that becomes several when it is decoded
    /// @param query encoded as it came; empty for none
    /// @param headers as they came, with all that is meant for this server alone
    record Request(
            UserInfo user, String method, String name, String path, String query, List<Header> headers, byte[] body) {}

    /// One line of a head.
    record Header(String name, String value) {}

    /// What is told to who asked.
    interface Answer {
        /// Says how the answer begins. To be called once, before anything is written.
        void begin(int status, List<Header> headers);

        /// Sends bytes at once, and returns when the connection has taken them.
        void write(byte[] bytes, int length) throws IOException;

        /// Says what to do when the client leaves before the end, on whatever thread notices. At once when it has.
        void whenGone(Runnable action);
    }
}
