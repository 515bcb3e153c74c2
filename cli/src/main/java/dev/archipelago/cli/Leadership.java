package dev.archipelago.cli;

import dev.archipelago.api.cluster.ClusterApi;
import dev.archipelago.api.objects.Key;
import dev.archipelago.controller.leader.LeaderElection;
import dev.archipelago.controller.queue.Timers;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;

/// Lets one process of several work. One that has led and does not any more ends: what it was about to do, the next
/// leader does.
final class Leadership implements AutoCloseable {
    private final LeaderElection election;
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch ended;
    private volatile boolean lost;

    /// @param lease what those share in `kube-system` who stand in for one another
    /// @param ended is counted down when this process has led and leads no more
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
