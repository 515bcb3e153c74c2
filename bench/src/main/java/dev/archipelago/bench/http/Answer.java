package dev.archipelago.bench.http;

/// What came back for a [Call].
///
/// @param status the HTTP status; 0 when the exchange broke
/// @param bytes the length of the body as it came, compressed or not
/// @param beginning the first bytes of the body when it is not a success, or what broke
public record Answer(int status, long bytes, String beginning) {

    public boolean success() {
        return status >= 200 && status < 300;
    }

    @Override
    public String toString() {
        return status + " " + beginning;
    }
}
