package dev.archipelago.apiserver.clients;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapList;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.fabric8.kubernetes.client.informers.SharedInformerFactory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

class Fabric8InformerIT extends InformerContract {

    @Override
    OutsideClient connect(Path kubeconfig, String namespace) throws IOException {
        Config config = Config.fromKubeconfig(kubeconfig.toFile());
        config.setWatchReconnectInterval(100);
        KubernetesClient client =
                new KubernetesClientBuilder().withConfig(config).build();
        return new Fabric8(client, namespace);
    }

    private static final class Fabric8 implements OutsideClient {
        private final KubernetesClient client;
        private final String namespace;
        private final SharedInformerFactory factory;
        private final List<SharedIndexInformer<ConfigMap>> informers = new ArrayList<>();

        Fabric8(KubernetesClient client, String namespace) {
            this.client = client;
            this.namespace = namespace;
            factory = client.informers();
        }

        @Override
        public void startInformer(Sightings sightings) throws Exception {
            SharedIndexInformer<ConfigMap> shared = factory.sharedIndexInformerFor(ConfigMap.class, 0);
            shared.addEventHandler(handler(sightings));
            factory.startAllRegisteredInformers().get(60, TimeUnit.SECONDS);
            informers.add(shared);
            // A second one that lists in pages.
            informers.add(
                    client.configMaps().inNamespace(namespace).withLimit(50L).inform());
        }

        /// The factory's informers are of all namespaces.
        private boolean ours(ConfigMap object) {
            return namespace.equals(object.getMetadata().getNamespace());
        }

        private ResourceEventHandler<ConfigMap> handler(Sightings sightings) {
            return new ResourceEventHandler<>() {
                @Override
                public void onAdd(ConfigMap object) {
                    if (ours(object)) {
                        sightings.added(seen(object));
                    }
                }

                @Override
                public void onUpdate(ConfigMap before, ConfigMap now) {
                    if (ours(now)) {
                        sightings.updated(seen(before), seen(now));
                    }
                }

                @Override
                public void onDelete(ConfigMap object, boolean finalStateUnknown) {
                    if (ours(object)) {
                        sightings.deleted(seen(object), finalStateUnknown);
                    }
                }
            };
        }

        @Override
        public List<Map<String, Seen>> caches() {
            return informers.stream().map(this::cache).toList();
        }

        private Map<String, Seen> cache(SharedIndexInformer<ConfigMap> informer) {
            Map<String, Seen> cache = new TreeMap<>();
            informer.getStore().list().stream()
                    .filter(this::ours)
                    .forEach(object -> cache.put(object.getMetadata().getName(), seen(object)));
            return cache;
        }

        @Override
        public Listing list(int limit) {
            List<String> versions = new ArrayList<>();
            List<Seen> items = new ArrayList<>();
            String next = null;
            do {
                ConfigMapList page = client.configMaps()
                        .inNamespace(namespace)
                        .list(new ListOptionsBuilder()
                                .withLimit((long) limit)
                                .withContinue(next)
                                .build());
                versions.add(page.getMetadata().getResourceVersion());
                page.getItems().forEach(item -> items.add(seen(item)));
                next = page.getMetadata().getContinue();
            } while (next != null && !next.isEmpty());
            return new Listing(versions, items);
        }

        private static Seen seen(ConfigMap object) {
            var metadata = object.getMetadata();
            return new Seen(
                    metadata.getName(),
                    metadata.getUid(),
                    Long.parseLong(metadata.getResourceVersion()),
                    sorted(metadata.getLabels()),
                    sorted(object.getData()));
        }

        private static Map<String, String> sorted(@Nullable Map<String, String> map) {
            return map == null ? Map.of() : new TreeMap<>(map);
        }

        @Override
        public void close() {
            informers.forEach(SharedIndexInformer::close);
            client.close();
        }
    }
}
