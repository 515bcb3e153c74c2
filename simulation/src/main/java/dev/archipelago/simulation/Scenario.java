package dev.archipelago.simulation;

import dev.archipelago.apiserver.errors.ApiException;
import dev.archipelago.apiserver.objects.Json;
import dev.archipelago.apiserver.registry.PatchBody;
import dev.archipelago.apiserver.request.DeleteOptions;
import dev.archipelago.cluster.kinds.Claim;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.cluster.kinds.StatefulSet;
import dev.archipelago.controller.api.ClusterApi;
import dev.archipelago.controller.cache.Caches;
import dev.archipelago.controller.objects.Key;
import dev.archipelago.controller.runtime.Reconciler;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import tools.jackson.databind.node.ObjectNode;

/// One history: sets are made, changed and scaled by people who know nothing of each other while everything goes
/// wrong; then nothing goes wrong any more, and all must come to rest where people want it.
public final class Scenario {
    private static final Duration STORM = Duration.ofMinutes(3);
    private static final Duration HEALING_MAX = Duration.ofMinutes(20);
    private static final Duration QUIET = Duration.ofMinutes(10);

    private final World world;
    private final RandomGenerator random;
    private final ClusterApi people;
    private final List<Key> sets = new ArrayList<>();
    private int images;

    private Scenario(World world) {
        this.world = world;
        this.random = world.random();
        this.people = world.server().api("people");
    }

    /// What became of a history.
    ///
    /// @param hash equal for equal histories
    /// @param complaint empty when all was well
    /// @param trace the history's last lines
    public record Outcome(long seed, long hash, String complaint, String trace) {
        public boolean isGood() {
            return complaint.isEmpty();
        }
    }

    /// Lives through the history of a seed.
    ///
    /// @param reconcilers the controllers of each process
    public static Outcome run(long seed, Function<Caches, List<Reconciler>> reconcilers) {
        RandomGenerator random =
                RandomGeneratorFactory.<RandomGenerator>of("L64X128MixRandom").create(seed);
        World world = new World(random, Faults.draw(random), reconcilers);
        String complaint = "";
        try {
            new Scenario(world).run();
        } catch (RuntimeException e) {
            complaint = e instanceof Invariants.Broken ? String.valueOf(e.getMessage()) : stackTrace(e);
        }
        return new Outcome(seed, world.trace().hash(), complaint, world.trace().toString());
    }

    private static String stackTrace(RuntimeException e) {
        StringBuilder text = new StringBuilder(e.toString());
        for (StackTraceElement element : e.getStackTrace()) {
            text.append("\n    at ").append(element);
        }
        return text.toString();
    }

    private void run() {
        world.trace().add("faults: " + world.faults());
        int count = 1 + random.nextInt(2);
        for (int i = 0; i < count; i++) {
            create("set" + i);
        }
        int acts = 3 + random.nextInt(10);
        for (int i = 0; i < acts; i++) {
            world.time().soon(STORM.toMillis(), this::act);
        }
        world.run(STORM);
        world.heal();
        sets.forEach(this::settle);
        Duration healed = Duration.ZERO;
        while (!sets.stream().allMatch(this::isSettled)) {
            if (healed.compareTo(HEALING_MAX) > 0) {
                throw new Invariants.Broken("does not come to rest: "
                        + sets.stream()
                                .filter(set -> !isSettled(set))
                                .map(this::describe)
                                .toList());
            }
            world.run(Duration.ofSeconds(10));
            healed = healed.plusSeconds(10);
        }
        // Timers of the storm may still have to find that there is nothing to do.
        world.run(QUIET);
        long revision = world.store().latestRevision();
        world.run(QUIET);
        if (world.store().latestRevision() != revision) {
            throw new Invariants.Broken("a quiet world does not stay quiet");
        }
    }

    private void create(String name) {
        ObjectNode set = Json.object().put("apiVersion", "apps/v1").put("kind", "StatefulSet");
        set.putObject("metadata").put("name", name).put("namespace", "default");
        ObjectNode spec = set.putObject("spec")
                .put("serviceName", name)
                .put("replicas", random.nextInt(5))
                .put("podManagementPolicy", random.nextBoolean() ? "OrderedReady" : "Parallel");
        if (random.nextInt(4) == 0) {
            spec.put("minReadySeconds", 1 + random.nextInt(10));
        }
        if (random.nextInt(4) == 0) {
            spec.putObject("ordinals").put("start", random.nextInt(3));
        }
        if (random.nextInt(4) == 0) {
            spec.putObject("updateStrategy")
                    .put("type", "RollingUpdate")
                    .putObject("rollingUpdate")
                    .put("maxUnavailable", 1 + random.nextInt(2));
        }
        spec.putObject("selector").putObject("matchLabels").put("app", name);
        ObjectNode template = spec.putObject("template");
        template.putObject("metadata").putObject("labels").put("app", name);
        ObjectNode container = template.putObject("spec").putArray("containers").addObject();
        container.put("name", "c").put("image", "image:" + images++);
        if (random.nextBoolean()) {
            container.putArray("volumeMounts").addObject().put("name", "data").put("mountPath", "/data");
            ObjectNode claim = spec.putArray("volumeClaimTemplates").addObject();
            claim.putObject("metadata").put("name", "data");
            ObjectNode claimSpec = claim.putObject("spec");
            claimSpec.putArray("accessModes").add("ReadWriteOnce");
            claimSpec.putObject("resources").putObject("requests").put("storage", "1Gi");
        }
        people.create(StatefulSet.KIND, set);
        sets.add(new Key("default", name));
        world.trace().add("people: create " + spec);
    }

    private void act() {
        Key set = sets.get(random.nextInt(sets.size()));
        try {
            switch (random.nextInt(6)) {
                case 0 -> patch(set, "{\"spec\":{\"replicas\":" + random.nextInt(6) + "}}");
                case 1 -> patch(set, image("image:" + images++));
                case 2 -> patch(set, image("image:broken"));
                case 3 -> deletePod(set);
                case 4 ->
                    patch(
                            set,
                            "{\"spec\":{\"updateStrategy\":{\"rollingUpdate\":{\"partition\":" + random.nextInt(4)
                                    + "}}}}");
                default -> {
                    if (world.faults().nodeTrouble()) {
                        world.nodes().trouble();
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
        people.patch(
                StatefulSet.KIND,
                set,
                "",
                new PatchBody.Strategic(Json.parse(patch.getBytes(StandardCharsets.UTF_8))),
                false);
    }

    private void deletePod(Key set) {
        List<Pod> pods = people.list(Pod.KIND).objects().stream()
                .filter(pod -> pod.name().startsWith(set.name() + '-'))
                .toList();
        if (!pods.isEmpty()) {
            Pod pod = pods.get(random.nextInt(pods.size()));
            world.trace().add("people: delete pod " + pod.key());
            people.delete(Pod.KIND, pod.key(), DeleteOptions.NONE);
        }
    }

    /// What people want in the end: a good template for everybody.
    private void settle(Key set) {
        patch(set, "{\"spec\":{\"updateStrategy\":{\"rollingUpdate\":{\"partition\":0}}}}");
        patch(set, image("image:final"));
    }

    private boolean isSettled(Key key) {
        StatefulSet set = people.get(StatefulSet.KIND, key).orElseThrow();
        List<Pod> pods = people.list(Pod.KIND).objects().stream()
                .filter(pod -> pod.meta().isControlledBy(set.uid()))
                .toList();
        return set.status().path("observedGeneration").asLong(0) == set.meta().generation()
                && set.status().path("readyReplicas").asInt(0) == set.replicas()
                && set.status().path("replicas").asInt(0) == set.replicas()
                && set.status().path("updatedReplicas").asInt(0) == set.replicas()
                && pods.size() == set.replicas()
                && pods.stream().allMatch(pod -> pod.isReady() && isInRange(set, pod) && hasClaims(set, pod));
    }

    private static boolean isInRange(StatefulSet set, Pod pod) {
        int ordinal = Integer.parseInt(pod.name().substring(pod.name().lastIndexOf('-') + 1));
        return ordinal >= set.start() && ordinal < set.start() + set.replicas();
    }

    private boolean hasClaims(StatefulSet set, Pod pod) {
        return set.claimTemplates().stream()
                .allMatch(template -> people.get(
                                Claim.KIND, new Key(pod.namespace(), template.name() + '-' + pod.name()))
                        .isPresent());
    }

    private String describe(Key key) {
        Optional<StatefulSet> set = people.get(StatefulSet.KIND, key);
        return key + " "
                + set.map(found -> found.tree().path("spec") + " " + found.status())
                        .orElse("gone");
    }
}
