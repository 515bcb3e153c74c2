package dev.archipelago.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.bench.ceiling.Ceiling;
import dev.archipelago.bench.report.Figures;
import dev.archipelago.bench.report.Measure;
import dev.archipelago.bench.servers.ApiServerProcess;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The load generator against the server that answers constants.
class PodLoadIT {
    private static final LoadOptions SMALL = new LoadOptions(20, 40, 20, 2, 5, 10, 8, 2);

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path directory;

    @Test
    void makesAllRequestsAndSeesAllEvents() throws Exception {
        var complaints = new StringWriter();
        try (ApiServerProcess server = Ceiling.start(directory, new Sizes(2_000, 300_000, 2_500))) {
            PodLoad.Result result = PodLoad.run(server, SMALL, "smoke", new PrintWriter(complaints));
            assertThat(complaints.toString()).isEmpty();
            assertThat(result.sizes()).isEqualTo(new Sizes(2_000, 300_000, 2_500));
            assertThat(value(result.figures(), Measure.cost("failed requests", "")))
                    .isZero();
            assertThat(value(result.figures(), Measure.cost("watch events missing", "")))
                    .isZero();
            assertThat(result.figures().measures())
                    .extracting(Measure::name)
                    .contains("create", "get", "patch", "list", "watch", "delete");
        }
    }

    private static double value(Figures figures, Measure measure) {
        return figures.value(measure).orElseThrow();
    }
}
