package dev.archipelago.apiserver.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.util.concurrent.MoreExecutors;
import dev.archipelago.apiserver.http.SlowClients.Limits;
import dev.archipelago.apiserver.http.SlowClients.Wait;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SlowClientsTest {
    private final List<String> dropped = new ArrayList<>();
    private long now = -5;
    private final SlowClients slow = new SlowClients(
            new Limits(3, 100, Duration.ofNanos(10)), () -> now, MoreExecutors.newDirectExecutorService());

    @AfterEach
    void close() {
        slow.close();
    }

    private Wait enter(String name, long bytes) {
        return slow.enter(bytes, () -> dropped.add(name));
    }

    @Test
    void whoHasWaitedLongestGoesWhenThereAreTooMany() {
        enter("a", 1);
        enter("b", 1);
        enter("c", 1);
        assertThat(dropped).isEmpty();
        enter("d", 1);
        assertThat(dropped).containsExactly("a");
    }

    @Test
    void whoHasWaitedLongestGoesWhenTheyHoldTooMuch() {
        enter("a", 40);
        Wait b = enter("b", 40);
        b.holds(60);
        assertThat(dropped).isEmpty();
        b.holds(80);
        assertThat(dropped).containsExactly("a");
        enter("c", 20);
        assertThat(dropped).containsExactly("a");
    }

    @Test
    void whoHoldsLittleStaysWhenOthersHoldTooMuch() {
        enter("small", 33);
        enter("a", 60);
        enter("b", 60);
        assertThat(dropped).containsExactly("a");
    }

    @Test
    void oneAloneMayHoldWhatItNeeds() {
        Wait a = enter("a", 1000);
        assertThat(dropped).isEmpty();
        enter("b", 1);
        assertThat(dropped).containsExactly("a");
        a.close();
        enter("c", 99);
        assertThat(dropped).containsExactly("a");
    }

    @Test
    void whoIsDoneGivesBackWhatItHeld() {
        enter("a", 90).close();
        enter("b", 90).close();
        enter("c", 90).holds(100);
        assertThat(dropped).isEmpty();
    }

    @Test
    void patienceEnds() {
        enter("a", 1);
        now += 5;
        enter("b", 1);
        now += 5;
        slow.sweep();
        assertThat(dropped).isEmpty();
        now += 1;
        slow.sweep();
        assertThat(dropped).containsExactly("a");
        now += 10;
        slow.sweep();
        assertThat(dropped).containsExactly("a", "b");
    }
}
