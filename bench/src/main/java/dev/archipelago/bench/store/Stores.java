package dev.archipelago.bench.store;

import dev.archipelago.bench.report.Contender;
import dev.archipelago.bench.report.Figures;
import dev.archipelago.bench.report.Pass;
import dev.archipelago.bench.servers.Etcd;
import dev.archipelago.bench.servers.Scratch;
import dev.archipelago.store.Store;
import dev.archipelago.store.embedded.EmbeddedOptions;
import dev.archipelago.store.embedded.EmbeddedStore;
import dev.archipelago.store.etcd.EtcdOptions;
import dev.archipelago.store.etcd.EtcdStore;
import java.nio.file.Path;
import java.util.List;

/// The stores that are compared.
public final class Stores {
    private Stores() {}

    /// Ours, in this process, synced at every commit.
    public static Contender embedded(Path temporary, StoreWork.Options options) {
        return contender("embedded", options, work -> {
            try (var scratch = Scratch.in(temporary);
                    Store store = EmbeddedStore.open(
                            EmbeddedOptions.in(scratch.directory().resolve("store")))) {
                return StoreWork.run(store, work);
            }
        });
    }

    /// A real etcd, through our client of it.
    public static Contender etcd(Path executable, Path temporary, StoreWork.Options options) {
        return contender("etcd", options, work -> {
            try (var scratch = Scratch.in(temporary);
                    var etcd = Etcd.start(executable, scratch.directory());
                    Store store = EtcdStore.open(EtcdOptions.at(List.of(etcd.endpoint())))) {
                return StoreWork.run(store, work);
            }
        });
    }

    private interface Worker {
        Figures run(StoreWork.Options options) throws Exception;
    }

    private static Contender contender(String name, StoreWork.Options options, Worker worker) {
        return new Contender(name, () -> List.of(new Pass("", worker.run(options))));
    }
}
