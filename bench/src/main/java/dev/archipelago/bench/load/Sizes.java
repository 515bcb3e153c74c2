package dev.archipelago.bench.load;

/// How long the bodies of answers are on the way, on average.
///
/// @param answer to a request for one object
/// @param list of all objects, compressed if the server does that
/// @param event of a watch
public record Sizes(int answer, int list, int event) {
    /// Before anything has been measured.
    public static final Sizes GUESS = new Sizes(3_500, 1_000_000, 3_700);
}
