package dev.archipelago.apiserver.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.apiserver.errors.ApiException;
import dev.archipelago.apiserver.objects.Stored;
import dev.archipelago.apiserver.registry.EventType;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import org.eclipse.jetty.util.Callback;
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
        return new WatchStream(new Nowhere(), new NoFormat(), Runnable::run, new WatchBudget(1000));
    }

    private static final class Nowhere implements WatchStream.EventSink {
        @Override
        public void write(boolean last, ByteBuffer bytes, Callback callback) {
            callback.succeeded();
        }

        @Override
        public void abort(Throwable reason) {}

        @Override
        public void done() {}
    }

    private static final class NoFormat implements WatchStream.EventFormat {
        @Override
        public byte[] event(EventType type, Stored object) {
            return new byte[0];
        }

        @Override
        public byte[] bookmark(long revision) {
            return new byte[0];
        }

        @Override
        public byte[] initialEnd(long revision) {
            return new byte[0];
        }

        @Override
        public byte[] error(ApiException reason) {
            return new byte[0];
        }
    }
}
