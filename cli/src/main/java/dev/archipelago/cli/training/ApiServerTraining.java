package dev.archipelago.cli.training;

import dev.archipelago.api.cluster.ClusterApi;
import dev.archipelago.api.cluster.DeleteOptions;
import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.patch.PatchBody;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.controller.remote.Kubeconfig;
import dev.archipelago.controller.remote.RemoteClusterApi;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntConsumer;
import tools.jackson.databind.node.ObjectNode;

/// Training run of an API server: pods are created, read, changed, listed, watched and deleted over HTTPS.
public final class ApiServerTraining {
    private static final int CLIENTS = 16;
    private static final String NAMESPACE = "default";

    private ApiServerTraining() {}

    /// Runs the load on a server whose objects are disposable.
    public static void run(Kubeconfig administrator, int pods) throws Exception {
        byte[] pod = pod();
        try (RemoteClusterApi api = RemoteClusterApi.connect(administrator, "training", "training");
                ExecutorService clients = Executors.newFixedThreadPool(CLIENTS)) {
            for (int i = 0; i < CLIENTS; i++) {
                var _ = api.watch(Pod.KIND, api.list(Pod.KIND).resourceVersion(), new IgnoringWatcher());
            }
            each(clients, pods, i -> api.create(Pod.KIND, named(pod, i)));
            each(clients, pods, i -> api.get(Pod.KIND, key(i)));
            each(clients, pods, i -> api.patch(Pod.KIND, key(i), "", annotation(i), false));
            each(clients, CLIENTS, i -> api.list(Pod.KIND));
            DeleteOptions atOnce = new DeleteOptions(false, Optional.of(0L), Optional.empty(), "", "");
            each(clients, pods, i -> api.delete(Pod.KIND, key(i), atOnce));
        }
    }

    private static byte[] pod() throws IOException {
        try (InputStream in = Objects.requireNonNull(ApiServerTraining.class.getResourceAsStream("pod.json"))) {
            return in.readAllBytes();
        }
    }

    private static ObjectNode named(byte[] pod, int number) {
        ObjectNode tree = Json.parse(pod);
        tree.withObjectProperty("metadata").put("name", "pod-" + number).put("namespace", NAMESPACE);
        return tree;
    }

    private static Key key(int number) {
        return new Key(NAMESPACE, "pod-" + number);
    }

    private static PatchBody annotation(int number) {
        ObjectNode patch = Json.object();
        patch.putObject("metadata").putObject("annotations").put("example/turn", Integer.toString(number));
        return new PatchBody.Merge(patch);
    }

    private static void each(ExecutorService clients, int count, IntConsumer call) throws Exception {
        List<Future<?>> answers = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            int number = i;
            answers.add(clients.submit(() -> call.accept(number)));
        }
        for (Future<?> answer : answers) {
            answer.get();
        }
    }

    private static final class IgnoringWatcher implements ClusterApi.Watcher<Pod> {
        @Override
        public void changed(Pod object) {}

        @Override
        public void removed(Pod object, long resourceVersion) {}

        @Override
        public void ended(ApiException reason) {}
    }
}
