package dev.archipelago.apiserver.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.api.objects.Stored;
import dev.archipelago.apiserver.registry.EventType;
import dev.archipelago.store.Watch;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import org.junit.jupiter.api.Test;

class WatchStreamTest {
    private static final long BUDGET_BYTES = 1024 * 1024;

    private final TestEventSink sink = new TestEventSink();
    private final TestEventFormat format = new TestEventFormat();
    private final Deque<Runnable> work = new ArrayDeque<>();
    private final WatchBudget budget = new WatchBudget(BUDGET_BYTES);
    private final WatchStream stream = new WatchStream(sink, format, work::add, budget);

    @Test
    void leavesTheWordingToTheWorker() {
        tell(1);
        assertThat(format.rendered).isZero();
        work();
        assertThat(sink.sent).containsExactly("ADDED 1;");
    }

    @Test
    void writesTogetherWhatHasGatheredMeanwhile() {
        tell(1);
        work();
        tell(2);
        tell(3);
        assertThat(sink.sent).containsExactly("ADDED 1;");
        sink.untaken.remove().succeeded();
        assertThat(sink.sent).containsExactly("ADDED 1;", "ADDED 2;ADDED 3;");
    }

    @Test
    void isStalledWhileTheConnectionHasNotTakenEverything() {
        tell(1);
        assertThat(stream.isStalled()).isFalse();
        work();
        assertThat(stream.isStalled()).isTrue();
        sink.untaken.remove().succeeded();
        assertThat(stream.isStalled()).isFalse();
    }

    @Test
    void endsAfterWhatIsQueued() {
        tell(1);
        stream.end();
        tell(2);
        work();
        assertThat(sink.ended).isFalse();
        sink.untaken.remove().succeeded();
        assertThat(sink.ended).isTrue();
        assertThat(sink.sent).containsExactly("ADDED 1;", "");
    }

    @Test
    void dropsAClientThatDoesNotKeepUp() {
        tell(1);
        work();
        for (int i = 2; i < 10_000 && sink.aborted.isEmpty(); i++) {
            tell(i);
        }
        assertThat(sink.aborted).singleElement().isInstanceOf(WatchStream.SlowWatcherException.class);
        assertThat(budget.take(0, Long.MAX_VALUE)).as("all is given back").isTrue();
    }

    @Test
    void closesTheWatchWhenTheClientLeaves() {
        TestWatch watch = new TestWatch();
        stream.runs(watch);
        stream.depart(new IOException("gone"));
        assertThat(watch.closed).isTrue();
        assertThat(sink.aborted).hasSize(1);
    }

    @Test
    void closesAWatchThatStartsAfterTheClientHasLeft() {
        stream.depart(new IOException("gone"));
        TestWatch watch = new TestWatch();
        stream.runs(watch);
        assertThat(watch.closed).isTrue();
    }

    @Test
    void leavesAWriteAloneThatFailsByItself() {
        tell(1);
        work();
        stream.depart(new IOException("gone"));
        assertThat(sink.aborted).isEmpty();
        sink.untaken.remove().failed(new IOException("the write failed"));
        assertThat(sink.aborted).singleElement().hasToString("java.io.IOException: the write failed");
    }

    @Test
    void closesTheConnectionAfterAWriteThatSucceedsAllTheSame() {
        tell(1);
        work();
        stream.depart(new IOException("gone"));
        sink.untaken.remove().succeeded();
        assertThat(sink.aborted).hasSize(1);
    }

    @Test
    void writesNothingToAClientThatLeftWhileItsEventsWereGathered() {
        tell(1);
        stream.abort(new IOException("gone"));
        work();
        assertThat(sink.sent).isEmpty();
        assertThat(sink.aborted).hasSize(1);
    }

    private void tell(long revision) {
        stream.onEvent(EventType.ADDED, new Stored(new byte[200], revision));
        stream.onBatchEnd();
    }

    private void work() {
        while (!work.isEmpty()) {
            work.remove().run();
        }
    }

    private static final class TestWatch implements Watch {
        private boolean closed;

        @Override
        public void requestProgress() {}

        @Override
        public void close() {
            closed = true;
        }
    }
}
