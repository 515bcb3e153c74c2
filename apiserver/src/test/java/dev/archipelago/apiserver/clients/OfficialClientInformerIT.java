package dev.archipelago.apiserver.clients;

import io.kubernetes.client.informer.ResourceEventHandler;
import io.kubernetes.client.informer.SharedIndexInformer;
import io.kubernetes.client.informer.SharedInformerFactory;
import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import io.kubernetes.client.openapi.models.V1ConfigMap;
import io.kubernetes.client.openapi.models.V1ConfigMapList;
import io.kubernetes.client.util.ClientBuilder;
import io.kubernetes.client.util.KubeConfig;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

class OfficialClientInformerIT extends InformerContract {

    @Override
    OutsideClient connect(Path kubeconfig, String namespace) throws Exception {
        try (Reader reader = Files.newBufferedReader(kubeconfig)) {
            ApiClient client =
                    ClientBuilder.kubeconfig(KubeConfig.loadKubeConfig(reader)).build();
            return new Official(client, namespace);
        }
    }

    /// Its reflector lists again whenever a watch cannot be opened, so it cannot tell of what happens in between.
    @Override
    boolean resumesAfterRestart() {
        return false;
    }

    private static final class Official implements OutsideClient {
        private final CoreV1Api api;
        private final String namespace;
        private final SharedInformerFactory factory;
        private final SharedIndexInformer<V1ConfigMap> informer;

        Official(ApiClient client, String namespace) {
            this.namespace = namespace;
            factory = new SharedInformerFactory(client);
            api = new CoreV1Api(client);
            informer = factory.sharedIndexInformerFor(
                    params -> api.listNamespacedConfigMap(namespace)
                            .resourceVersion(params.resourceVersion)
                            .timeoutSeconds(params.timeoutSeconds)
                            .watch(params.watch)
                            .buildCall(null),
                    V1ConfigMap.class,
                    V1ConfigMapList.class);
        }

        @Override
        public void startInformer(Sightings sightings) throws InterruptedException {
            informer.addEventHandler(handler(sightings));
            factory.startAllRegisteredInformers();
            while (!informer.hasSynced()) {
                Thread.sleep(10);
            }
        }

        private static ResourceEventHandler<V1ConfigMap> handler(Sightings sightings) {
            return new ResourceEventHandler<>() {
                @Override
                public void onAdd(V1ConfigMap object) {
                    sightings.added(seen(object));
                }

                @Override
                public void onUpdate(V1ConfigMap before, V1ConfigMap now) {
                    sightings.updated(seen(before), seen(now));
                }

                @Override
                public void onDelete(V1ConfigMap object, boolean finalStateUnknown) {
                    sightings.deleted(seen(object), finalStateUnknown);
                }
            };
        }

        @Override
        public List<Map<String, Seen>> caches() {
            Map<String, Seen> cache = new TreeMap<>();
            informer.getIndexer()
                    .list()
                    .forEach(object -> cache.put(object.getMetadata().getName(), seen(object)));
            return List.of(cache);
        }

        @Override
        public Listing list(int limit) throws ApiException {
            List<String> versions = new ArrayList<>();
            List<Seen> items = new ArrayList<>();
            String next = null;
            do {
                V1ConfigMapList page = api.listNamespacedConfigMap(namespace)
                        .limit(limit)
                        ._continue(next)
                        .execute();
                versions.add(page.getMetadata().getResourceVersion());
                page.getItems().forEach(item -> items.add(seen(item)));
                next = page.getMetadata().getContinue();
            } while (next != null && !next.isEmpty());
            return new Listing(versions, items);
        }

        private static Seen seen(V1ConfigMap object) {
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
            factory.stopAllRegisteredInformers();
        }
    }
}
