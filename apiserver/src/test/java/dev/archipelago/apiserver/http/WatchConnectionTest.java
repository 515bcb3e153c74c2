package dev.archipelago.apiserver.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.Test;

class WatchConnectionTest {
    private final Queue<Runnable> work = new ArrayDeque<>();
    private final WatchConnection connection = new WatchConnection(work::add);
    private final List<String> written = new ArrayList<>();

    private void runWork() {
        for (Runnable task = work.poll(); task != null; task = work.poll()) {
            task.run();
        }
    }

    @Test
    void oneWorkerRunsAllThatWait() {
        connection.execute(() -> written.add("a"));
        connection.execute(() -> written.add("b"));

        assertThat(work).hasSize(1);
        runWork();
        assertThat(written).containsExactly("a", "b");
    }

    @Test
    void othersWriteWhileTheFirstIsToldOfItsSuccess() {
        connection.execute(() -> {
            written.add("a begins");
            connection.thenOthers(Callback.from(() -> written.add("a is told"))).succeeded();
            written.add("a ends");
        });
        connection.execute(() -> written.add("b"));

        runWork();

        assertThat(written).containsExactly("a begins", "b", "a is told", "a ends");
    }

    @Test
    void othersWriteAlsoWhenTheFirstFails() {
        connection.execute(() -> connection
                .thenOthers(Callback.from(() -> {}, failure -> written.add("a fails")))
                .failed(new IllegalStateException()));
        connection.execute(() -> written.add("b"));

        runWork();

        assertThat(written).containsExactly("a fails", "b");
    }

    @Test
    void othersWriteAlsoWhenOneIsBroken() {
        connection.execute(() -> {
            throw new IllegalStateException("broken");
        });
        connection.execute(() -> written.add("b"));

        assertThatThrownBy(() -> work.remove().run()).hasMessage("broken");
        runWork();

        assertThat(written).containsExactly("b");
    }

    @Test
    void whatComesAfterTheWorkGetsAWorkerOfItsOwn() {
        connection.execute(() -> written.add("a"));
        runWork();
        connection.execute(() -> written.add("b"));
        runWork();

        assertThat(written).containsExactly("a", "b");
    }
}
