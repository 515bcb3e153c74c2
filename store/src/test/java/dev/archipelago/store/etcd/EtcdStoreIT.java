package dev.archipelago.store.etcd;

import dev.archipelago.store.ConcurrencyContract;
import dev.archipelago.store.Store;
import dev.archipelago.testing.TestingEtcd;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;

/// Every test has a prefix of its own in one etcd.
class EtcdStoreIT extends ConcurrencyContract {
    private static final AtomicInteger NEXT = new AtomicInteger();
    private static TestingEtcd etcd;

    private @Nullable Store other;

    @BeforeAll
    static void startEtcd() {
        etcd = TestingEtcd.start(1);
    }

    @AfterAll
    static void stopEtcd() {
        if (etcd != null) {
            etcd.close();
        }
    }

    @Override
    protected Store open() {
        NEXT.incrementAndGet();
        return openAtPrefix();
    }

    @Override
    protected Store reopen() {
        store.close();
        return openAtPrefix();
    }

    @Override
    protected List<Store> sharing() {
        other = openAtPrefix();
        return List.of(store, other);
    }

    @AfterEach
    void closeOther() {
        if (other != null) {
            other.close();
        }
    }

    private static Store openAtPrefix() {
        return EtcdStore.open(EtcdOptions.at(etcd.endpoints()).withPrefix("/test" + NEXT.get() + "/"));
    }
}
