package dev.archipelago.store.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.store.ConcurrencyContract;
import dev.archipelago.store.Store;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedStoreTest extends ConcurrencyContract {
    @TempDir
    private Path directory;

    @Override
    protected Store open() {
        return EmbeddedStore.open(TestingOptions.in(directory));
    }

    @Override
    protected Store reopen() {
        store.close();
        return open();
    }

    @Test
    void emptyStoreStandsAtRevisionOne() {
        assertThat(store.observedRevision()).isEqualTo(1);
        assertThat(store.compactedRevision()).isZero();
        assertThat(put("/a", "x")).isEqualTo(2);
    }
}
