package dev.archipelago.store.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.archipelago.store.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class SharedTest {

    @Test
    void callersDuringARequestShareTheNextOne() throws Exception {
        var begun = new Semaphore(0);
        var allowed = new Semaphore(0);
        var requests = new AtomicLong();
        var shared = new Shared(() -> {
            long number = requests.incrementAndGet();
            begun.release();
            allowed.acquireUninterruptibly();
            return number;
        });

        var answers = new ConcurrentLinkedQueue<Long>();
        Thread first = Thread.startVirtualThread(() -> answers.add(shared.ask()));
        begun.acquire();
        List<Thread> others = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            others.add(Thread.startVirtualThread(() -> answers.add(shared.ask())));
        }
        for (Thread other : others) {
            while (other.getState() != Thread.State.WAITING) {
                Thread.sleep(1);
            }
        }
        allowed.release(2);
        first.join();
        for (Thread other : others) {
            other.join();
        }

        // None may share the first request, which began before they asked; all share the second.
        assertThat(answers).hasSize(51).containsOnlyOnce(1L).containsOnly(1L, 2L);
        assertThat(requests.get()).isEqualTo(2);
    }

    @Test
    void failureReachesTheCallerAndTheNextRequestIsMadeAnew() {
        var requests = new AtomicLong();
        var shared = new Shared(() -> {
            if (requests.incrementAndGet() == 1) {
                throw new StoreException("no answer");
            }
            return requests.get();
        });

        assertThatThrownBy(shared::ask).isInstanceOf(StoreException.class).hasMessage("no answer");
        assertThat(shared.ask()).isEqualTo(2);
    }
}
