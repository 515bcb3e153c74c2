package dev.archipelago.apiserver.request;

import dev.archipelago.api.errors.ApiException;
import java.util.regex.Pattern;

/// The `timeout` that clients may give with every request that does not run long. It is written as Go writes durations.
public final class RequestTimeout {
    private static final Pattern DURATION =
            Pattern.compile("\\+?(0|((\\d+(\\.\\d*)?|\\.\\d+)(ns|us|µs|μs|ms|s|m|h))+)");

    private RequestTimeout() {}

    /// Checks the timeout that a request asks for.
    ///
    /// @throws ApiException with 400 if there is a timeout that is none
    public static void check(Query query) {
        String timeout = query.text("timeout");
        if (!timeout.isEmpty() && !DURATION.matcher(timeout).matches()) {
            throw ApiException.badRequest(
                    "invalid timeout specified in the request URL - time: invalid duration \"%s\"".formatted(timeout));
        }
    }
}
