package dev.archipelago.store.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.archipelago.store.StoreException;
import dev.archipelago.store.Transaction;
import dev.archipelago.testing.TestingEtcd;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Another etcd answers where one was before.
@Timeout(90)
class EtcdReplacedIT {
    @TempDir
    private Path saved;

    private static EtcdStore open(TestingEtcd etcd) {
        return EtcdStore.open(EtcdOptions.at(etcd.endpoints()).withTimeout(Duration.ofSeconds(2)));
    }

    private static void put(EtcdStore store, String key) {
        store.commit(new Transaction(List.of(), List.of(new Transaction.Put(key, new byte[1]))));
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Path target = to.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(file, target);
                }
            }
        }
    }

    @Test
    void anOlderStateBreaksTheStore() throws Exception {
        try (TestingEtcd etcd = TestingEtcd.start(1);
                EtcdStore store = open(etcd)) {
            TestingEtcd.Member member = etcd.member(0);
            put(store, "/kept");
            member.kill();
            copy(member.data(), saved.resolve("old"));
            member.start();
            member.awaitHealthy();
            for (int i = 0; i < 20; i++) {
                put(store, "/lost" + i);
            }
            assertThat(store.trouble()).isEmpty();
            assertThat(store.isBroken()).isFalse();

            member.kill();
            assertThat(store.trouble()).isEqualTo("etcd does not answer");
            Files.move(member.data(), saved.resolve("newer"));
            copy(saved.resolve("old"), member.data());
            member.start();

            assertThat(store.broken().get(60, TimeUnit.SECONDS))
                    .hasMessageContaining("before: it was restored from an older state, or has lost data");
            assertRefuses(store);
        }
    }

    @Test
    void anotherClusterBreaksTheStore() throws Exception {
        try (TestingEtcd etcd = TestingEtcd.start(1);
                EtcdStore store = open(etcd)) {
            TestingEtcd.Member member = etcd.member(0);
            put(store, "/lost");
            member.kill();
            Files.move(member.data(), saved.resolve("old"));
            member.startAs("another");

            assertThat(store.broken().get(60, TimeUnit.SECONDS))
                    .hasMessageContaining("is another one than before: its cluster id is ");
            assertRefuses(store);
        }
    }

    private static void assertRefuses(EtcdStore store) {
        assertThat(store.isBroken()).isTrue();
        assertThat(store.trouble()).isEqualTo("etcd is not the one that it was");
        assertThatThrownBy(() -> put(store, "/more"))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("start this server anew");
        assertThatThrownBy(store::latestRevision).isInstanceOf(StoreException.class);
    }
}
