package dev.archipelago.cluster.statefulset;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.api.objects.Meta;
import dev.archipelago.api.objects.Owner;
import dev.archipelago.cluster.kinds.Claim;
import dev.archipelago.cluster.kinds.Conditions;
import dev.archipelago.cluster.kinds.Conditions.Condition;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.cluster.kinds.StatefulSet;
import dev.archipelago.cluster.testing.World;
import dev.archipelago.controller.plan.Action;
import dev.archipelago.controller.plan.Plan;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// A set named `web`, with pods that change only when a test changes them.
final class Example {
    /// A claim template.
    static final String DATA = "volumeClaimTemplates: [{metadata: {name: data, labels: {app: other, tier: db},"
            + " annotations: {note: x}}, spec: {resources: {requests: {storage: 1Gi}}}}]";

    static final String PARALLEL = "podManagementPolicy: Parallel";

    private static final Key WEB = new Key("default", "web");
    private static final int ROUNDS_MAX = 300;

    final World world = new World();
    private final StatefulSetReconciler sets = new StatefulSetReconciler(world.caches());

    /// A new set.
    ///
    /// @param spec further lines of its spec
    static Example of(int replicas, String... spec) {
        Example example = new Example();
        example.create(replicas, spec);
        return example;
    }

    /// A set that is complete.
    static Example settled(int replicas, String... spec) {
        Example example = of(replicas, spec);
        example.roll();
        example.assertQuiet();
        example.world.events();
        return example;
    }

    void create(int replicas, String... spec) {
        String further = String.join("\n  ", spec);
        world.create(StatefulSet.KIND, """
                metadata: {name: web}
                spec:
                  serviceName: nginx
                  replicas: %d
                  selector: {matchLabels: {app: web}}
                  template:
                    metadata: {labels: {app: web}}
                    spec: {containers: [{name: c, image: 'nginx:1'}]}
                  %s
                  %s
                """.formatted(
                        replicas, further.contains("updateStrategy") ? "" : rolling("partition: 0"), further));
    }

    static String rolling(String parameters) {
        return "updateStrategy: {type: RollingUpdate, rollingUpdate: {" + parameters + "}}";
    }

    static String retention(String whenScaled, String whenDeleted) {
        return "persistentVolumeClaimRetentionPolicy: {whenScaled: %s, whenDeleted: %s}"
                .formatted(whenScaled, whenDeleted);
    }

    Plan plan() {
        return sets.plan(WEB, world.now());
    }

    /// The next actions, without the status.
    List<String> next() {
        return texts(plan());
    }

    /// Carries plans out until nothing is left to do, or something fails.
    ///
    /// @return the actions, without the status
    List<String> work() {
        List<String> done = new ArrayList<>();
        for (int i = 0; i < ROUNDS_MAX; i++) {
            Plan plan = plan();
            done.addAll(texts(plan));
            if (!world.carryOut(plan) || plan.actions().isEmpty()) {
                return done;
            }
        }
        throw new AssertionError("does not settle: " + done);
    }

    /// Carries plans out with pods that become ready and terminate at once, and claims that are collected
    /// with their owner.
    ///
    /// @return the actions on pods
    List<String> roll() {
        List<String> done = new ArrayList<>();
        for (int i = 0; i < ROUNDS_MAX; i++) {
            for (String text : work()) {
                if (text.contains(" Pod ")) {
                    done.add(text.replace(" Pod ", " "));
                }
            }
            if (!obey()) {
                return done;
            }
        }
        throw new AssertionError("does not settle: " + done);
    }

    private boolean obey() {
        boolean changed = false;
        for (Pod pod : world.all(Pod.KIND)) {
            if (pod.isDeleting() && pod.meta().finalizers().isEmpty()) {
                world.remove(Pod.KIND, pod.name());
                changed = true;
            } else if (!pod.isDeleting()
                    && pod.isPending()
                    && !image(pod.name()).endsWith(":broken")) {
                ready(pod.name());
                changed = true;
            }
        }
        for (Claim claim : world.all(Claim.KIND)) {
            for (Owner owner : claim.meta().owners()) {
                if (owner.kind().equals("Pod")
                        && world.all(Pod.KIND).stream()
                                .noneMatch(pod -> pod.uid().equals(owner.uid()))) {
                    world.remove(Claim.KIND, claim.name());
                    changed = true;
                }
            }
        }
        return changed;
    }

    void assertQuiet() {
        assertThat(plan().steps()).isEmpty();
    }

    static List<String> texts(Plan plan) {
        List<String> texts = new ArrayList<>();
        for (Action action : plan.actions()) {
            switch (action) {
                case Action.Create create ->
                    texts.add("create " + create.kind().name() + ' ' + Meta.name(create.object()));
                case Action.Update update when update.subresource().equals("status") -> {}
                case Action.Update update ->
                    texts.add("update " + update.kind().name() + ' ' + Meta.name(update.object()));
                case Action.Patch patch ->
                    texts.add("patch " + patch.kind().name() + ' ' + patch.key().name());
                case Action.Delete delete ->
                    texts.add("delete " + delete.kind().name() + ' '
                            + delete.key().name());
                case Action.Confirm confirm ->
                    texts.add("confirm " + confirm.kind().name() + ' '
                            + confirm.key().name());
                case Action.ConfirmNone none -> throw new AssertionError("a set asks of no namespace");
                case Action.Bind bind -> throw new AssertionError("a set binds nothing");
                case Action.Perform _ -> throw new AssertionError("a set only calls the API");
            }
        }
        return texts;
    }

    StatefulSet set() {
        return world.get(StatefulSet.KIND, "web");
    }

    JsonNode status() {
        return set().status();
    }

    Pod pod(String name) {
        return world.get(Pod.KIND, name);
    }

    String image(String pod) {
        return pod(pod).tree()
                .path("spec")
                .path("containers")
                .path(0)
                .path("image")
                .asString("");
    }

    List<String> images() {
        return world.names(Pod.KIND).stream().map(this::image).toList();
    }

    void edit(Consumer<ObjectNode> change) {
        world.edit(StatefulSet.KIND, "web", tree -> change.accept(tree.withObjectProperty("spec")));
    }

    void scale(int replicas) {
        edit(spec -> spec.put("replicas", replicas));
    }

    /// Sets the image of the template.
    void update(String image) {
        edit(spec -> container(spec.withObjectProperty("template")).put("image", image));
    }

    private static ObjectNode container(ObjectNode tree) {
        return (ObjectNode) tree.path("spec").path("containers").path(0);
    }

    /// Replaces the parameters of the rolling update.
    void strategy(String parameters) {
        edit(spec -> spec.set("updateStrategy", World.yaml(rolling(parameters)).path("updateStrategy")));
    }

    void ready(String pod) {
        condition(pod, "True");
    }

    void unready(String pod) {
        condition(pod, "False");
    }

    private void condition(String pod, String value) {
        world.editStatus(Pod.KIND, pod, status -> {
            status.put("phase", "Running");
            Conditions.set(status, new Condition("Ready", value, "Test", ""), world.now());
        });
    }

    void phase(String pod, String phase) {
        world.editStatus(Pod.KIND, pod, status -> status.put("phase", phase));
    }

    void deleting(Kind<?> kind, String name) {
        world.edit(kind, name, tree -> Meta.of(tree).put("deletionTimestamp", Meta.time(world.now())));
    }

    void label(Kind<?> kind, String name, String label, String value) {
        world.edit(
                kind, name, tree -> Meta.of(tree).withObjectProperty("labels").put(label, value));
    }

    /// Replaces the owners of an object.
    void owners(Kind<?> kind, String name, Owner... owners) {
        world.edit(kind, name, tree -> {
            ArrayNode references = Meta.of(tree).putArray("ownerReferences");
            for (Owner owner : owners) {
                references.add(owner.json());
            }
        });
    }

    static Owner other(String kind, String name, boolean controller) {
        return new Owner("v1", kind, name, "another", controller, controller);
    }

    static List<String> owners(ApiObject object) {
        return object.meta().owners().stream()
                .map(owner -> owner.kind() + ' ' + owner.name() + (owner.controller() && owner.blocks() ? "" : "?"))
                .toList();
    }
}
