package dev.archipelago.federation.testing;

import dev.archipelago.api.cluster.ClusterApi;
import dev.archipelago.api.cluster.ForwardingApi;
import dev.archipelago.api.objects.AnyObject;
import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.api.objects.Stored;
import dev.archipelago.controller.cache.Caches;
import dev.archipelago.controller.testing.FakeClusterApi;
import dev.archipelago.federation.kinds.Binding;
import dev.archipelago.federation.kinds.Bindings;
import dev.archipelago.federation.kinds.Cluster;
import dev.archipelago.federation.kinds.Policy;
import dev.archipelago.federation.match.Templates;
import dev.archipelago.federation.match.TestingTemplates;
import dev.archipelago.federation.render.OverridePolicies;
import dev.archipelago.model.kinds.GroupVersionKind;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/// The objects of the federation's API, put into caches by tests.
public final class TestingFederation {
    public static final Kind<AnyObject> DEPLOYMENT =
            AnyObject.kind(GroupVersionKind.of("apps/v1", "Deployment"), "deployments", true);
    public static final Kind<AnyObject> STATEFUL_SET =
            AnyObject.kind(GroupVersionKind.of("apps/v1", "StatefulSet"), "statefulsets", true);

    public static final Kind<AnyObject> CONFIG_MAP =
            AnyObject.kind(GroupVersionKind.of("v1", "ConfigMap"), "configmaps", true);

    public final Caches caches = new Caches();
    public final Bindings bindings = new Bindings(caches);
    public final Templates templates = new Templates(caches);
    private final List<String> changed = new ArrayList<>();
    public final OverridePolicies overriding =
            new OverridePolicies(caches, bindings, key -> changed.add(key.toString()));
    private long revision;

    public TestingFederation() {
        caches.discover(new Kinds());
        for (Kind<?> kind : List.of(
                DEPLOYMENT,
                STATEFUL_SET,
                CONFIG_MAP,
                Binding.KIND,
                Binding.GLOBAL_KIND,
                Cluster.KIND,
                Policy.PROPAGATION,
                Policy.GLOBAL_PROPAGATION,
                Policy.OVERRIDE,
                Policy.GLOBAL_OVERRIDE)) {
            fill(kind);
        }
    }

    private <T extends ApiObject> void fill(Kind<T> kind) {
        caches.of(kind).replaceAll(new ClusterApi.Listing<>(List.of(), 0));
    }

    public <T extends ApiObject> T put(Kind<T> kind, String yaml) {
        ObjectNode tree =
                TestingTemplates.tree(yaml).put("apiVersion", kind.apiVersion()).put("kind", kind.name());
        T object = kind.read(new Stored(Stored.encode(tree), ++revision));
        caches.of(kind).put(object);
        return object;
    }

    public void remove(Kind<?> kind, Key key) {
        caches.of(kind).remove(key, ++revision);
    }

    /// The events since the last call.
    public List<String> changed() {
        List<String> all = changed.stream().sorted().toList();
        changed.clear();
        return all;
    }

    /// Serves three kinds without objects.
    private static final class Kinds extends ForwardingApi {
        private final ClusterApi nothing = new FakeClusterApi();

        @Override
        protected ClusterApi other() {
            return nothing;
        }

        @Override
        public List<Kind<AnyObject>> kinds() {
            return List.of(DEPLOYMENT, STATEFUL_SET, CONFIG_MAP);
        }
    }
}
