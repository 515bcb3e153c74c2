package dev.archipelago.apiserver.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.ref.WeakReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class WatchTimerTest {
    private final WatchTimer timer = new WatchTimer();

    @AfterEach
    void close() {
        timer.close();
    }

    @Test
    void countsTheWatchesThatHaveNotEnded() {
        for (int i = 0; i < 100; i++) {
            WatchStream stream = stream();
            timer.add(stream, 3600, true);
            assertThat(timer.openCount()).isEqualTo(1);
            assertThat(timer.pendingCount()).isEqualTo(1);
            timer.remove(stream);
        }
        assertThat(timer.openCount()).isZero();
        assertThat(timer.pendingCount()).isZero();
    }

    @Test
    void takesNoneThatIsOverAlready() {
        WatchStream stream = stream();
        stream.abort(new IOException("gone"));
        timer.add(stream, 3600, true);
        assertThat(timer.openCount()).isZero();
        assertThat(timer.pendingCount()).isZero();
    }

    @Test
    @Timeout(10)
    void doesNotHoldOnToAWatchThatHasEnded() throws InterruptedException {
        WeakReference<WatchStream> ended = addAndRemove();
        while (!ended.refersTo(null)) {
            System.gc();
            Thread.sleep(1); // where the time limit can interrupt
        }
    }

    private WeakReference<WatchStream> addAndRemove() {
        WatchStream stream = stream();
        timer.add(stream, 3600, true);
        timer.remove(stream);
        return new WeakReference<>(stream);
    }

    private static WatchStream stream() {
        return new WatchStream(new TestEventSink(), new TestEventFormat(), Runnable::run, new WatchBudget(1000));
    }
}
