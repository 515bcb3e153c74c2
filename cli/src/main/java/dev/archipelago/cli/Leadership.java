package dev.archipelago.cli;

import dev.archipelago.api.cluster.ClusterApi;
import dev.archipelago.api.objects.Key;
import dev.archipelago.controller.leader.LeaderElection;
import dev.archipelago.controller.queue.Timers;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;

/// Lets one process of several work. A process that loses leadership ends, and the next leader continues its work.
final class Leadership implements AutoCloseable {
    private final LeaderElection election;
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch ended;
    private volatile boolean lost;

    /// @param lease the name of the Lease in `kube-system` that the processes share
    /// @param ended is counted down when this process has lost leadership
    Leadership(String lease, ClusterApi api, Timers timers, Executor threads, CountDownLatch ended) {
        this.ended = ended;
        election = new LeaderElection(
                api,
                timers,
                threads,
                new Key("kube-system", lease),
                UUID.randomUUID().toString(),
                LeaderElection.Timing.USUAL,
                this::changed);
    }

    private void changed(boolean leading) {
        if (leading) {
            begun.countDown();
        } else if (begun.getCount() == 0) {
            lost = true;
            ended.countDown();
        }
    }

    /// Waits until this process leads.
    void begin() throws InterruptedException {
        election.start();
        begun.await();
    }

    boolean isLost() {
        return lost;
    }

    @Override
    public void close() {
        election.close();
    }
}
