package dev.archipelago.store.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.archipelago.store.NoSpaceException;
import dev.archipelago.store.Transaction;
import dev.archipelago.testing.TestingEtcd;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// An etcd whose quota is used up, until somebody gives it room.
@Timeout(90)
class EtcdSpaceIT {
    private static final int VALUE_BYTES = 1 << 20;
    private static final int WRITES_MAX = 64;

    private static void put(EtcdStore store, String key) {
        store.commit(new Transaction(List.of(), List.of(new Transaction.Put(key, new byte[VALUE_BYTES]))));
    }

    private static void fill(EtcdStore store) {
        for (int i = 0; i < WRITES_MAX; i++) {
            put(store, "/large" + i);
        }
    }

    @Test
    void itIsReadyAgainWhenThereIsRoomThoughNobodyWrites() {
        try (TestingEtcd etcd = TestingEtcd.startWithQuota(8 << 20);
                EtcdStore store =
                        EtcdStore.open(EtcdOptions.at(etcd.endpoints()).withTimeout(Duration.ofSeconds(5)))) {
            assertThatThrownBy(() -> fill(store))
                    .isInstanceOf(NoSpaceException.class)
                    .hasMessageContaining("no space in etcd");
            assertThat(store.trouble()).isEqualTo("etcd has no space");
            store.commit(new Transaction(List.of(), List.of(new Transaction.Delete("/large0"))));
            assertThat(store.trouble()).as("deletions go on").isEqualTo("etcd has no space");

            TestingEtcd.Member member = etcd.member(0);
            member.kill();
            member.startWith("--quota-backend-bytes=0");
            member.awaitHealthy();
            member.disarm();

            assertThat(store.trouble()).isEmpty();
            put(store, "/more");
        }
    }
}
