package dev.archipelago.apiserver.apply;

import dev.archipelago.api.patch.TestingJson;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// Says how long the field manager takes on a pod of 2 kB. Not a test: run its main method.
final class FieldManagerSpeed {
    /// Time on the processor, so that other programs on the machine do not matter much.
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");
    private static final Manager KUBECTL = Manager.of("kubectl-create", "v1");
    private static final Manager KUBELET = new Manager("kubelet", "v1", "status");
    private static volatile @Nullable Object sink;

    private FieldManagerSpeed() {}

    public static void main(String[] arguments) {
        String text = TestingPods.pod();
        ObjectNode created = TestingJson.object(text);
        FieldManager.update(null, created, TestingKinds.POD, KUBECTL, NOW);
        ObjectNode running = parse(created);
        TestingPods.setStatus(running, "2026-01-02T03:04:06Z");
        FieldManager.update(created, running, TestingKinds.POD, KUBELET, NOW);
        ObjectNode live = parse(running);
        System.out.println(text.length() + " bytes, " + live.toString().length() + " with managed fields");

        measure("create", () -> TestingJson.object(text), pod -> update(null, pod, KUBECTL));
        measure("status write, same fields", () -> changed(live), pod -> update(live, pod, KUBELET));
        measure("nothing changed", () -> parse(live), pod -> update(live, pod, KUBELET));
        Manager applier = Manager.of("applier", "v1");
        ObjectNode applied = FieldManager.apply(null, TestingJson.object(text), TestingKinds.POD, applier, true, NOW);
        measure(
                "apply again",
                () -> TestingJson.object(text),
                pod -> FieldManager.apply(applied, pod, TestingKinds.POD, applier, true, NOW));
    }

    private static ObjectNode update(@Nullable ObjectNode live, ObjectNode updated, Manager manager) {
        FieldManager.update(live, updated, TestingKinds.POD, manager, NOW);
        return updated;
    }

    private static ObjectNode changed(ObjectNode live) {
        ObjectNode updated = parse(live);
        TestingPods.setStatus(updated, "2026-01-02T03:04:07Z");
        return updated;
    }

    private static ObjectNode parse(ObjectNode object) {
        return TestingJson.object(object.toString());
    }

    private static void measure(String name, Supplier<ObjectNode> preparation, UnaryOperator<ObjectNode> action) {
        double[] rounds = new double[200];
        for (int round = 0; round < rounds.length; round++) {
            List<ObjectNode> prepared = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                prepared.add(preparation.get());
            }
            long start = THREADS.getCurrentThreadCpuTime();
            for (ObjectNode argument : prepared) {
                sink = action.apply(argument);
            }
            rounds[round] = (THREADS.getCurrentThreadCpuTime() - start) / 1e3 / prepared.size();
        }
        Arrays.sort(rounds);
        System.out.printf("%-28s %6.1f us median, %6.1f us best%n", name, rounds[rounds.length / 2], rounds[0]);
    }
}
