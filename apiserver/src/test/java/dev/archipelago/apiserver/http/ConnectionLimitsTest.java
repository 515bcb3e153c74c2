package dev.archipelago.apiserver.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConnectionLimitsTest {
    @ParameterizedTest
    @ValueSource(longs = {256, 1024, 4096, 20_000, 1 << 20, Integer.MAX_VALUE})
    void leaveFilesForEverythingElse(long files) {
        ConnectionLimits limits = ConnectionLimits.ofFiles(files);
        long opened = limits.max() + 2L * limits.quickMax();
        assertThat(limits.quickMax()).isPositive();
        assertThat(limits.max()).isGreaterThan(limits.quickMax());
        assertThat(opened).isLessThanOrEqualTo(files - Math.min(files / 2, 1000));
    }

    @ParameterizedTest
    @CsvSource({"1024, 1024", "20000, 20000", "unlimited, 2147483647"})
    void areReadFromWhatTheSystemSays(String soft, long files) {
        String limits = """
                Limit                     Soft Limit           Hard Limit           Units
                Max cpu time              unlimited            unlimited            seconds
                Max open files            %-20s 524288               files
                Max locked memory         8388608              8388608              bytes
                """.formatted(soft);
        assertThat(ConnectionLimits.filesIn(limits)).isEqualTo(files);
    }
}
