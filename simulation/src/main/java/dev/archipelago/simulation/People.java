package dev.archipelago.simulation;

import dev.archipelago.api.cluster.ClusterApi;
import dev.archipelago.api.cluster.DeleteOptions;
import dev.archipelago.api.cluster.DeleteOptions.Propagation;
import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.Reason;
import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.patch.PatchBody;
import dev.archipelago.cluster.kinds.Claim;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.cluster.kinds.StatefulSet;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import tools.jackson.databind.node.ObjectNode;

/// Simulated users, who create and change sets independently of each other and of faults.
final class People {
    private static final Duration RETRY = Duration.ofSeconds(5);
    private static final List<Propagation> PROPAGATIONS =
            List.of(Propagation.ORPHAN, Propagation.BACKGROUND, Propagation.FOREGROUND);

    private final World world;
    private final RandomGenerator random;
    private final ClusterApi api;
    private final Map<Key, ObjectNode> sets = new TreeMap<>();
    private final List<String> images = new ArrayList<>();
    private final Set<Key> awaited = new TreeSet<>();

    People(World world) {
        this.world = world;
        this.random = world.random();
        this.api = world.server().api("people");
    }

    void createSets() {
        int count = 1 + random.nextInt(2);
        for (int i = 0; i < count; i++) {
            Key key = new Key("default", "set" + i);
            ObjectNode set = SetDraft.draw(key, newImage(), random);
            sets.put(key, set);
            create(key, set);
        }
    }

    private void create(Key key, ObjectNode set) {
        world.trace().add("people: create " + key + ' ' + set.path("spec"));
        api.create(StatefulSet.KIND, set);
    }

    private String newImage() {
        String image = "image:" + images.size();
        images.add(image);
        return image;
    }

    /// Does a random action.
    void act() {
        Key set = List.copyOf(sets.keySet()).get(random.nextInt(sets.size()));
        try {
            switch (random.nextInt(16)) {
                case 0, 1 -> patch(set, "{\"spec\":{\"replicas\":" + random.nextInt(6) + "}}");
                case 2, 3 -> patch(set, image(newImage()));
                case 4 -> patch(set, image(random.nextBoolean() ? "image:broken" : "image:crash"));
                case 5, 6 -> patch(set, image(images.get(random.nextInt(images.size()))));
                case 7 -> patch(set, "{\"spec\":{\"updateStrategy\":" + SetDraft.strategy(random) + "}}");
                case 8 ->
                    patch(set, "{\"spec\":{\"persistentVolumeClaimRetentionPolicy\":" + SetDraft.policy(random) + "}}");
                case 9 -> patch(set, "{\"spec\":{\"ordinals\":{\"start\":" + random.nextInt(4) + "}}}");
                case 10 -> patch(set, "{\"spec\":{\"minReadySeconds\":" + random.nextInt(10) + "}}");
                case 11 -> deletePod(set);
                case 12 -> deleteClaim(set);
                case 13 -> deleteSet(set);
                case 14 -> forceDeletePod();
                default -> {
                    if (world.faults().nodeTrouble()) {
                        new NodeTrouble(world, api).strike();
                    }
                }
            }
        } catch (ApiException e) {
            world.trace().add("people: " + e.getMessage());
        }
    }

    private static String image(String image) {
        return "{\"spec\":{\"template\":{\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"" + image + "\"}]}}}}";
    }

    private void patch(Key set, String patch) {
        world.trace().add("people: patch " + set + ' ' + patch);
        api.patch(
                StatefulSet.KIND,
                set,
                "",
                new PatchBody.Strategic(Json.parse(patch.getBytes(StandardCharsets.UTF_8))),
                false);
    }

    private void deletePod(Key set) {
        List<Pod> pods = world.invariants().truth().pods().stream()
                .filter(pod -> Member.ofPod(pod.key()).set().equals(set))
                .toList();
        if (!pods.isEmpty()) {
            Pod pod = pods.get(random.nextInt(pods.size()));
            world.trace().add("people: delete pod " + pod.key());
            api.delete(Pod.KIND, pod.key(), DeleteOptions.NONE);
        }
    }

    /// Force deletes a pod of an unreachable node.
    private void forceDeletePod() {
        List<Pod> lost = world.invariants().truth().pods().stream()
                .filter(pod -> world.machine(pod.nodeName())
                        .filter(machine -> !machine.isReachable())
                        .isPresent())
                .toList();
        if (!lost.isEmpty()) {
            Pod pod = lost.get(random.nextInt(lost.size()));
            world.trace().add("people: force deletion of pod " + pod.key());
            world.machine(pod.nodeName()).ifPresent(machine -> machine.giveUp(pod.uid()));
            api.delete(Pod.KIND, pod.key(), new DeleteOptions(false, Optional.of(0L), Optional.empty(), pod.uid(), ""));
        }
    }

    private void deleteClaim(Key set) {
        Key claim = new Key(set.namespace(), "data-" + set.name() + '-' + random.nextInt(4));
        if (world.invariants().truth().claim(claim).isPresent()) {
            world.trace().add("people: delete claim " + claim);
            api.delete(Claim.KIND, claim, DeleteOptions.NONE);
        }
    }

    private void deleteSet(Key set) {
        Propagation propagation = PROPAGATIONS.get(random.nextInt(3));
        world.trace().add("people: delete " + set + ' ' + propagation);
        api.delete(StatefulSet.KIND, set, new DeleteOptions(false, Optional.empty(), Optional.of(propagation), "", ""));
        if (random.nextInt(3) > 0 && !awaited.contains(set)) {
            awaited.add(set);
            world.time().soon(30_000, () -> recreate(set));
        }
    }

    private void recreate(Key set) {
        try {
            create(set, sets.getOrDefault(set, Json.object()));
            awaited.remove(set);
        } catch (ApiException e) {
            if (e.reason() != Reason.ALREADY_EXISTS) {
                throw e;
            }
            world.time().after(RETRY, () -> recreate(set));
        }
    }

    /// Makes the final changes: every set gets a working template.
    void settle() {
        new NodeTrouble(world, api).end();
        clearUp();
        for (Map.Entry<Key, ObjectNode> entry : sets.entrySet()) {
            Key set = entry.getKey();
            entry.getValue().withObjectProperty("spec").remove("updateStrategy");
            if (world.invariants().truth().set(set).isPresent()) {
                patch(
                        set,
                        "{\"spec\":{\"updateStrategy\":{\"type\":\"RollingUpdate\",\"rollingUpdate\":"
                                + "{\"partition\":0}}}}");
                patch(set, image("image:final"));
            }
        }
    }

    /// Deletes orphaned pods of deleted sets, which have no controller any more.
    void clearUp() {
        for (Key set : sets.keySet()) {
            if (!awaited.contains(set) && world.invariants().truth().set(set).isEmpty()) {
                deleteOrphans(set);
            }
        }
    }

    private void deleteOrphans(Key set) {
        for (Pod pod : List.copyOf(world.invariants().truth().pods())) {
            if (Member.ofPod(pod.key()).set().equals(set) && pod.meta().owners().isEmpty()) {
                api.delete(Pod.KIND, pod.key(), DeleteOptions.NONE);
            }
        }
    }

    /// Whether they have no action left.
    boolean areContent() {
        return awaited.isEmpty();
    }
}
