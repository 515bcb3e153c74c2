package dev.archipelago.apiserver.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.archipelago.api.errors.ApiException;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class HealthTest {
    private final AtomicReference<String> etcd = new AtomicReference<>("");
    private final AtomicReference<String> readiness = new AtomicReference<>("");
    private final Health health = new Health(
            List.of(new Health.Check("ping", () -> ""), new Health.Check("etcd", etcd::get)),
            List.of(new Health.Check("etcd-readiness", readiness::get)));

    @Test
    void whatIsHealthyIsOk() {
        assertThat(health.report("/readyz", List.of(), false)).isEqualTo(new Health.Report(true, "ok"));
        assertThat(health.report("/readyz/etcd", List.of(), true)).isEqualTo(new Health.Report(true, "ok"));
    }

    @Test
    void allChecksAreNamedInOrder() {
        assertThat(health.report("/healthz", List.of(), true).text())
                .isEqualTo("[+]ping ok\n[+]etcd ok\nhealthz check passed\n");
        assertThat(health.report("/readyz", List.of(), true).text())
                .isEqualTo("[+]ping ok\n[+]etcd ok\n[+]etcd-readiness ok\nreadyz check passed\n");
    }

    @Test
    void theWholeWithholdsTheReason() {
        readiness.set("the disk is full");
        assertThat(health.report("/readyz", List.of(), false))
                .isEqualTo(new Health.Report(
                        false,
                        "[+]ping ok\n[+]etcd ok\n[-]etcd-readiness failed: reason withheld\nreadyz check failed\n"));
        assertThat(health.report("/livez", List.of(), false).healthy()).isTrue();
    }

    @Test
    void theCheckItselfSaysTheReason() {
        readiness.set("the disk is full");
        assertThat(health.report("/readyz/etcd-readiness", List.of(), false))
                .isEqualTo(new Health.Report(false, "internal server error: the disk is full\n"));
    }

    @Test
    void checksCanBeExcluded() {
        etcd.set("broken");
        assertThat(health.report("/livez", List.of("etcd"), false)).isEqualTo(new Health.Report(true, "ok"));
        assertThat(health.report("/livez", List.of("etcd"), true).text())
                .isEqualTo("[+]ping ok\n[+]etcd excluded: ok\nlivez check passed\n");
    }

    @Test
    void namesThatMatchNothingAreWarnedOf() {
        assertThat(health.report("/livez", List.of("z", "ping", "a\n"), true).text())
                .isEqualTo("""
                        [+]ping excluded: ok
                        [+]etcd ok
                        warn: some health checks cannot be excluded: no matches for "a\\n","z"
                        livez check passed
                        """);
    }

    @Test
    void readinessIsNoPartOfLiveness() {
        assertThatThrownBy(() -> health.report("/livez/etcd-readiness", List.of(), false))
                .isInstanceOf(ApiException.class);
        assertThatThrownBy(() -> health.report("/readyz/none", List.of(), false))
                .isInstanceOf(ApiException.class);
    }
}
