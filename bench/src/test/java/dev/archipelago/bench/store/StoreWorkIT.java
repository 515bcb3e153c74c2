package dev.archipelago.bench.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.bench.report.Figures;
import dev.archipelago.bench.report.Measure;
import dev.archipelago.bench.report.Pass;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoreWorkIT {
    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path directory;

    @Test
    void doesAllItsWorkOnTheEmbeddedStore() throws Exception {
        var options = new StoreWork.Options(20, 100, 50, 2, 3, 10);
        List<Pass> passes = Stores.embedded(directory, options).run();
        Figures figures = passes.getFirst().figures();
        assertThat(figures.measures())
                .extracting(Measure::name)
                .contains("create, 32 writers", "guarded update, 32 writers", "range of 20", "watch, 3 watchers");
        assertThat(directory).isEmptyDirectory();
    }
}
