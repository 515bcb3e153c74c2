package dev.archipelago.cli;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.Reason;
import java.io.IOException;
import java.util.concurrent.Callable;

/// Explains that a server does not answer.
final class Unreachable {
    private Unreachable() {}

    /// @param what the kind of server
    static <T> T explain(String what, String address, Callable<T> question) throws Exception {
        try {
            return question.call();
        } catch (ApiException e) {
            if (isAbout(e, address)) {
                throw new IOException("no " + what + " answers at " + address + ": is it running?", e);
            }
            throw e;
        }
    }

    /// The failure may be about another server.
    private static boolean isAbout(ApiException failure, String address) {
        return failure.reason() == Reason.SERVICE_UNAVAILABLE
                && String.valueOf(failure.getMessage()).startsWith(address + " cannot be reached");
    }
}
