package dev.archipelago.simulation.federation;

import dev.archipelago.api.cluster.ClusterApi;
import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.Reason;
import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Key;
import dev.archipelago.cluster.kinds.Namespace;
import dev.archipelago.simulation.engine.SimServer;
import java.time.Duration;
import java.util.Optional;

/// A simulated cluster that may be a member, with its current failures.
final class SimCluster {
    private final String name;
    private final World world;
    private final SimServer server;
    private final FakeControllers controllers;
    private int token;
    private boolean member;
    private boolean everLeft;
    private boolean callsLost;
    private boolean silent;
    private boolean down;
    private long delayMillisMax;

    SimCluster(String name, World world, Duration skew) {
        this.name = name;
        this.world = world;
        this.server = new SimServer(() -> world.time().instant().plus(skew), world.random());
        this.controllers = new FakeControllers(this, world);
    }

    /// The failures of clusters.
    enum Trouble {
        CALLS_LOST,
        SILENCE,
        CUT,
        DEATH,
        POWER_CUT,
        LOST_CREDENTIALS,
        SLOWNESS,
        WIPED
    }

    void fail(Trouble trouble) {
        world.trace().add(name + " suffers " + trouble);
        switch (trouble) {
            case CALLS_LOST -> callsLost = true;
            case SILENCE -> silent = true;
            case CUT -> {
                callsLost = true;
                silent = true;
            }
            case DEATH -> down = true;
            case POWER_CUT -> {
                down = true;
                controllers.loseAll();
            }
            case LOST_CREDENTIALS -> token++;
            case SLOWNESS -> delayMillisMax = 2000;
            case WIPED -> {
                down = true;
                wipe();
            }
        }
    }

    /// Replaces the cluster by an empty one of the same name.
    private void wipe() {
        world.invariants().wiped(this);
        controllers.forget();
        server.wipe();
        found();
    }

    /// Creates what every cluster has.
    void found() {
        World.createNamespace(api("setup"), "default");
        World.createNamespace(api("setup"), "kube-system");
    }

    /// The cluster's id.
    String id() {
        return api("setup")
                .get(Namespace.KIND, Key.global("kube-system"))
                .map(ApiObject::uid)
                .orElse("");
    }

    /// Ends all failures but lost credentials, which users must renew.
    void recover() {
        if (callsLost || silent || down || delayMillisMax > 0) {
            world.trace().add(name + " recovers");
        }
        callsLost = false;
        silent = false;
        delayMillisMax = 0;
        if (down) {
            down = false;
            controllers.reconcileAll();
        }
    }

    Optional<ApiException> obstacle(String presented) {
        if (callsLost || down) {
            return Optional.of(new ApiException(Reason.SERVICE_UNAVAILABLE, name + " does not answer"));
        }
        return presented.equals(token())
                ? Optional.empty()
                : Optional.of(new ApiException(Reason.UNAUTHORIZED, name + " does not know who asks"));
    }

    String token() {
        return "dG9rZW4" + token;
    }

    boolean isSilent() {
        return silent || down;
    }

    boolean isDown() {
        return down;
    }

    long delayMillisMax() {
        return delayMillisMax;
    }

    boolean isMember() {
        return member;
    }

    /// Whether it has left the federation since it first joined.
    boolean hasEverLeft() {
        return everLeft;
    }

    void joined(boolean joined) {
        everLeft |= member && !joined;
        member = joined;
    }

    String name() {
        return name;
    }

    SimServer server() {
        return server;
    }

    ClusterApi api(String user) {
        return server.api(user);
    }

    FakeControllers controllers() {
        return controllers;
    }
}
