package dev.archipelago.bench.load;

/// How much load.
///
/// @param objects to create, and to delete at the end
/// @param gets of single objects
/// @param patches of single objects
/// @param lists of all objects, one after the other
/// @param watchers of all objects
/// @param updates while they watch
/// @param clients that work at the same time
/// @param connections that all clients share
public record LoadOptions(
        int objects, int gets, int patches, int lists, int watchers, int updates, int clients, int connections) {

    /// Enough for the compiler to have seen everything that the generator does.
    public static LoadOptions warmUp(LoadOptions real) {
        return new LoadOptions(
                Math.min(real.objects, 5_000),
                Math.min(real.gets, 10_000),
                Math.min(real.patches, 2_000),
                2,
                real.watchers,
                200,
                real.clients,
                real.connections);
    }

    public String describe() {
        return objects + " pods, " + clients + " clients on " + connections + " connections, " + watchers
                + " watchers x " + updates + " updates";
    }
}
