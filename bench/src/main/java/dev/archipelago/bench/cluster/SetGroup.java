package dev.archipelago.bench.cluster;

import dev.archipelago.api.cluster.ClusterApi;
import dev.archipelago.api.cluster.DeleteOptions;
import dev.archipelago.api.objects.AnyObject;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.model.kinds.GroupVersionKind;
import java.time.Duration;

/// Parallel StatefulSets of equal size, with a headless Service each, in one namespace.
///
/// @param sets how many
/// @param each how many pods each has
record SetGroup(String namespace, int sets, int each) {
    private static final Kind<AnyObject> NAMESPACES =
            AnyObject.kind(GroupVersionKind.of("v1", "Namespace"), "namespaces", false);
    private static final Kind<AnyObject> SERVICES =
            AnyObject.kind(GroupVersionKind.of("v1", "Service"), "services", true);
    private static final Duration PAUSE = Duration.ofMillis(100);
    private static final int LOOKS_MAX = 6_000;

    static SetGroup of(String namespace, int pods, int sets) {
        return new SetGroup(namespace, sets, pods / sets);
    }

    int pods() {
        return sets * each;
    }

    Key set(int number) {
        return new Key(namespace, "set-" + number);
    }

    /// What is not part of what is measured: the namespace and the Services.
    void prepare(ClusterApi api) {
        api.create(NAMESPACES, Manifests.namespace(namespace));
        for (int i = 0; i < sets; i++) {
            api.create(SERVICES, Manifests.service(namespace, set(i).name()));
        }
    }

    void apply(ClusterApi api) {
        for (int i = 0; i < sets; i++) {
            api.create(SetView.KIND, Manifests.set(namespace, set(i).name(), each));
        }
    }

    /// Deletes all of it and waits until it is gone.
    void remove(ClusterApi api) throws InterruptedException {
        api.delete(NAMESPACES, Key.global(namespace), DeleteOptions.NONE);
        for (int i = 0; api.get(NAMESPACES, Key.global(namespace)).isPresent(); i++) {
            if (i == LOOKS_MAX) {
                throw new IllegalStateException("namespace " + namespace + " does not go");
            }
            Thread.sleep(PAUSE);
        }
    }
}
