package dev.archipelago.simulation.federation;

import dev.archipelago.api.cluster.ClusterApi;
import dev.archipelago.api.cluster.DeleteOptions;
import dev.archipelago.api.cluster.DeleteOptions.Propagation;
import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.objects.AnyObject;
import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.api.patch.PatchBody;
import dev.archipelago.cluster.kinds.StatefulSet;
import dev.archipelago.federation.kinds.Binding;
import dev.archipelago.federation.kinds.Cluster;
import dev.archipelago.federation.kinds.Names;
import dev.archipelago.federation.kinds.Policy;
import dev.archipelago.model.kinds.GroupVersionKind;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Simulated users of the federation and its clusters, who act independently of each other and of faults.
final class People {
    private static final Kind<AnyObject> SECRET = AnyObject.kind(GroupVersionKind.of("v1", "Secret"), "secrets", true);
    private static final List<Kind<AnyObject>> KINDS =
            List.of(FinalState.SET, World.DEPLOYMENT, World.SERVICE, World.CONFIG_MAP);

    private static final Pattern ACCEPTANCE = Pattern.compile(Names.LOST_VOLUMES_ACCEPTED + "=([^;\"\\s]+)");

    /// The name of set0 in cluster c1.
    static final String COLLIDING = "set0-c1";

    private final World world;
    private final RandomGenerator random;
    private final ClusterApi api;
    private final Edits edits;
    private final Map<Key, ObjectNode> sets = new TreeMap<>();
    private final Set<Key> overdone = new TreeSet<>();
    private int images;
    private boolean settled;

    People(World world) {
        this.world = world;
        this.random = world.random();
        this.api = world.home().api("people");
        this.edits = new Edits(random);
    }

    /// Creates the federation and its initial objects.
    void begin() {
        boolean first = true;
        for (SimCluster simCluster : world.clusters()) {
            if (first || random.nextInt(5) > 0) {
                join(simCluster);
            }
            first = false;
        }
        int count = 1 + random.nextInt(2);
        for (int i = 0; i < count; i++) {
            Key key = new Key("default", "set" + i);
            sets.put(key, Drafts.set(key, newImage(), random));
            world.time().soon(20_000, () -> quietly(() -> create(key)));
        }
        if (count > 1 && random.nextInt(3) == 0) {
            shareService();
        }
        if (random.nextInt(4) == 0) {
            collide();
        }
        if (random.nextBoolean()) {
            quietly(() -> create(World.CONFIG_MAP, Drafts.configMap("settings", "0")));
        }
        if (random.nextBoolean()) {
            quietly(() -> create(World.DEPLOYMENT, Drafts.deployment("front", 1 + random.nextInt(6))));
        }
    }

    /// Puts all sets behind one service, with load balancers.
    private void shareService() {
        for (ObjectNode set : sets.values()) {
            Json.child(set, "spec").put("serviceName", "set0");
            Json.child((ObjectNode) set.path("metadata"), "annotations").put(Names.LOAD_BALANCERS, "true");
        }
    }

    /// Creates a set with global ordinals under the name that another set has in a cluster.
    private void collide() {
        Key key = new Key("default", COLLIDING);
        ObjectNode set = Drafts.set(key, newImage(), random);
        Json.child((ObjectNode) set.path("metadata"), "annotations").put(Names.IDENTITY, "Global");
        sets.put(key, set);
        world.time().soon(60_000, () -> quietly(() -> create(key)));
    }

    private void quietly(Runnable act) {
        try {
            act.run();
        } catch (ApiException e) {
            world.trace().add("people: " + e.getMessage());
        }
    }

    private String newImage() {
        return "image:" + images++;
    }

    private void create(Key set) {
        if (random.nextBoolean()) {
            quietly(() -> create(World.SERVICE, Drafts.headless(set.name())));
        }
        ObjectNode draft = Drafts.of(sets, set);
        Json.child(draft, "spec").put("replicas", random.nextInt(7));
        create(StatefulSet.KIND, draft);
    }

    private void create(Kind<?> kind, ObjectNode object) {
        world.trace().add("people: create " + kind + ' ' + object);
        api.create(kind, object);
    }

    /// Does a random action.
    void act() {
        Key set = List.copyOf(sets.keySet()).get(random.nextInt(sets.size()));
        quietly(() -> {
            switch (random.nextInt(26)) {
                case 0, 1, 2, 3 -> patch(set, "{\"spec\":{\"replicas\":" + random.nextInt(7) + "}}");
                case 4, 5, 6 -> patch(set, image(newImage()));
                case 7 -> patch(set, image(FakeControllers.BROKEN_IMAGE));
                case 8 -> patch(set, image("image:" + random.nextInt(images)));
                case 9 -> deleteSet(set);
                case 10 -> quietly(() -> create(set));
                case 11, 21 -> comeOrGo();
                case 12 -> decide(set);
                case 13 -> patch(set, Drafts.preferences(world.clusters(), random));
                case 14 -> change(World.CONFIG_MAP, "settings", "{\"data\":{\"v\":\"" + random.nextInt() + "\"}}");
                case 15 -> change(World.DEPLOYMENT, "front", "{\"spec\":{\"replicas\":" + random.nextInt(9) + "}}");
                case 20 -> patch(set, skip());
                case 16, 17, 18, 19 -> edit(set);
                case 22 -> overdo(set);
                case 23 -> change(World.DEPLOYMENT, "front", "{\"spec\":{\"replicas\":2000000000}}");
                default -> {
                    if (world.faults().meddling()) {
                        meddle(set);
                    }
                }
            }
        });
    }

    /// Sets or removes the annotation that lets updates skip a cluster.
    private String skip() {
        List<SimCluster> all = List.copyOf(world.clusters());
        String names = random.nextInt(3) == 0
                ? "null"
                : '"' + all.get(random.nextInt(all.size())).name() + '"';
        return "{\"metadata\":{\"annotations\":{\"" + Names.ROLLOUT_SKIP + "\":" + names + "}}}";
    }

    private void edit(Key set) {
        patch(set, edits.any());
    }

    private void overdo(Key set) {
        overdone.add(set);
        patch(set, edits.absurd());
    }

    private static String image(String image) {
        return "{\"spec\":{\"template\":{\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"" + image + "\"}]}}}}";
    }

    private void patch(Key set, String patch) {
        change(StatefulSet.KIND, set.name(), patch);
    }

    private void change(Kind<?> kind, String name, String patch) {
        world.trace().add("people: patch " + kind + ' ' + name + ' ' + patch);
        api.patch(kind, new Key("default", name), "", body(patch), false);
    }

    private static PatchBody body(String patch) {
        return new PatchBody.Strategic(Json.parse(patch.getBytes(StandardCharsets.UTF_8)));
    }

    private void deleteSet(Key set) {
        Propagation propagation = random.nextInt(4) == 0 ? Propagation.ORPHAN : Propagation.BACKGROUND;
        world.trace().add("people: delete " + set + ' ' + propagation);
        Optional<StatefulSet> live = api.get(StatefulSet.KIND, set);
        api.delete(StatefulSet.KIND, set, new DeleteOptions(false, Optional.empty(), Optional.of(propagation), "", ""));
        if (random.nextInt(3) > 0) {
            Optional<StatefulSet> again =
                    propagation == Propagation.ORPHAN && random.nextBoolean() ? live : Optional.empty();
            world.time().soon(60_000, () -> quietly(() -> recreate(set, again)));
        }
    }

    /// Creates a set again, as it was or as drafted. After the end of faults only valid ones, as nobody corrects
    /// them any more.
    private void recreate(Key set, Optional<StatefulSet> was) {
        if (settled && set.name().equals(COLLIDING)) {
            return;
        }
        was.ifPresentOrElse(live -> create(StatefulSet.KIND, Drafts.again(live)), () -> create(set));
        if (settled) {
            quietly(() -> restoreImage(set));
            quietly(() -> restoreNumbers(set));
            quietly(() -> restorePolicy(set));
        }
    }

    /// Deletes a policy that chooses only clusters that have left: what is placed stays as it is under it.
    private void restorePolicy(Key set) {
        Key policy = policyOf(set);
        JsonNode names = api.get(Policy.PROPAGATION, policy)
                .map(found -> found.spec().at("/placement/clusterAffinity/clusterNames"))
                .orElse(Json.NODES.arrayNode());
        boolean isNowhere = !names.isEmpty();
        for (JsonNode name : names) {
            isNowhere &= api.get(Cluster.KIND, Key.global(name.asString(""))).isEmpty();
        }
        if (isNowhere) {
            api.delete(Policy.PROPAGATION, policy, DeleteOptions.NONE);
        }
    }

    private void comeOrGo() {
        List<SimCluster> all = List.copyOf(world.clusters());
        SimCluster simCluster = all.get(random.nextInt(all.size()));
        if (!simCluster.isMember()) {
            join(simCluster);
        } else if (all.stream().filter(SimCluster::isMember).count() > 1) {
            world.trace().add("people: unjoin " + simCluster.name());
            api.delete(Cluster.KIND, Key.global(simCluster.name()), DeleteOptions.NONE);
            api.delete(SECRET, secretOf(simCluster), DeleteOptions.NONE);
            simCluster.joined(false);
            if (random.nextInt(4) == 0) {
                world.time().soon(30_000, () -> giveUp(simCluster));
            }
            if (random.nextBoolean()) {
                world.time().soon(60_000, () -> quietly(() -> rejoin(simCluster)));
            }
        }
    }

    private void rejoin(SimCluster simCluster) {
        if (!simCluster.isMember()) {
            join(simCluster);
        }
    }

    /// Gives up the replicas in a cluster that has left, as `unjoin --move` does, except those
    /// with global ordinals.
    private void giveUp(SimCluster simCluster) {
        for (Binding binding : api.list(Binding.KIND).objects()) {
            Binding.Target target = binding.target(simCluster.name()).orElse(null);
            if (!simCluster.isMember()
                    && target != null
                    && target.start().isEmpty()
                    && target.replicas().isPresent()) {
                world.trace().add("people: give up the replicas of " + binding + " in " + simCluster.name());
                quietly(() -> api.patch(Binding.KIND, binding.key(), "", released(simCluster), false));
            }
        }
    }

    private static PatchBody released(SimCluster simCluster) {
        ObjectNode patch = Json.object();
        patch.putObject("spec").putArray("released").add(simCluster.name());
        return new PatchBody.Merge(patch);
    }

    /// Whether an object was released by the federation and will be adopted again by itself.
    private boolean isOrphan(AnyObject object) {
        String origin = object.meta().annotations().getOrDefault(Names.ORPHANED, "");
        return sets.keySet().stream()
                .filter(set -> origin.contains(
                        '"' + Binding.keyFor(StatefulSet.KIND, set).name() + '"'))
                .anyMatch(set -> api.get(StatefulSet.KIND, set).isPresent());
    }

    /// Removes the replicas of an earlier set of the same name whose ordinals do not fit: until then the new one
    /// is not placed.
    private void removeOlder(StatefulSet set, List<String> removed) {
        for (SimCluster simCluster : world.clusters()) {
            ClusterApi there = simCluster.api("people");
            for (Key key : List.of(set.key(), new Key(set.namespace(), set.name() + '-' + simCluster.name()))) {
                there.get(StatefulSet.KIND, key)
                        .filter(found -> !World.templateUid(found).equals(set.uid()))
                        .ifPresent(found -> {
                            removed.add(found.name() + " in " + simCluster.name());
                            there.delete(StatefulSet.KIND, key, DeleteOptions.NONE);
                        });
            }
        }
    }

    private static Key secretOf(SimCluster simCluster) {
        return new Key(Names.SYSTEM_NAMESPACE, simCluster.name());
    }

    private void join(SimCluster simCluster) {
        world.trace().add("people: join " + simCluster.name());
        ObjectNode secret = Json.object();
        secret.putObject("metadata").put("namespace", Names.SYSTEM_NAMESPACE).put("name", simCluster.name());
        secret.putObject("data").put("token", simCluster.token());
        api.create(SECRET, secret);
        try {
            api.create(Cluster.KIND, Drafts.cluster(simCluster.name(), secretOf(simCluster)));
        } catch (ApiException e) {
            api.delete(SECRET, secretOf(simCluster), DeleteOptions.NONE);
            throw e;
        }
        simCluster.joined(true);
    }

    private void renew(SimCluster simCluster) {
        if (simCluster.isMember()) {
            world.trace().add("people: renew the credentials of " + simCluster.name());
            String patch = "{\"data\":{\"token\":\"" + simCluster.token() + "\"}}";
            api.patch(SECRET, secretOf(simCluster), "", body(patch), false);
        }
    }

    private static Key policyOf(Key set) {
        return new Key("default", set.name() + "-policy");
    }

    /// Creates or deletes a policy for a set.
    private void decide(Key set) {
        Key policy = policyOf(set);
        if (api.get(Policy.PROPAGATION, policy).isPresent()) {
            world.trace().add("people: delete policy " + policy);
            api.delete(Policy.PROPAGATION, policy, DeleteOptions.NONE);
        } else {
            create(Policy.PROPAGATION, Drafts.policy(policy, set, world.clusters(), random));
        }
    }

    /// Changes an object in a cluster directly.
    private void meddle(Key set) {
        List<SimCluster> all = List.copyOf(world.clusters());
        SimCluster simCluster = all.get(random.nextInt(all.size()));
        ClusterApi there = simCluster.api("people");
        Kind<AnyObject> kind = KINDS.get(random.nextInt(KINDS.size()));
        List<AnyObject> objects = there.list(kind).objects().stream()
                .filter(object -> object.namespace().equals("default"))
                .toList();
        if (objects.isEmpty() || random.nextInt(3) == 0) {
            String name = random.nextBoolean() ? set.name() : set.name() + '-' + simCluster.name();
            world.trace().add("people: an own " + name + " in " + simCluster.name());
            ObjectNode own = Drafts.set(new Key("default", name), newImage(), random);
            ((ObjectNode) own.path("metadata")).remove("annotations");
            there.create(StatefulSet.KIND, own);
            return;
        }
        AnyObject object = objects.get(random.nextInt(objects.size()));
        world.trace().add("people: meddle with " + kind + ' ' + object + " in " + simCluster.name());
        if (random.nextBoolean()) {
            there.delete(kind, object.key(), DeleteOptions.NONE);
        } else {
            boolean counted = object.view().path("spec").has("replicas");
            String patch = counted && random.nextBoolean()
                    ? "{\"spec\":{\"replicas\":" + random.nextInt(5) + "}}"
                    : "{\"metadata\":{\"labels\":{\"karmada.io/managed\":\"no\"}}}";
            there.patch(kind, object.key(), "", body(patch), false);
        }
    }

    /// Starts a failure of a random cluster.
    void fail() {
        List<SimCluster> all = List.copyOf(world.clusters());
        SimCluster simCluster = all.get(random.nextInt(all.size()));
        SimCluster.Trouble[] troubles = SimCluster.Trouble.values();
        boolean worst = random.nextInt(4) == 0;
        SimCluster.Trouble trouble = worst ? SimCluster.Trouble.WIPED : troubles[random.nextInt(troubles.length)];
        simCluster.fail(trouble);
        world.time().soon(Faults.TROUBLE_MILLIS_MAX, () -> {
            simCluster.recover();
            if (trouble == SimCluster.Trouble.LOST_CREDENTIALS) {
                quietly(() -> renew(simCluster));
            }
        });
    }

    /// Makes the final changes, after which all wishes can be fulfilled.
    void settle() {
        settled = true;
        quietly(() -> api.delete(StatefulSet.KIND, new Key("default", COLLIDING), DeleteOptions.NONE));
        for (SimCluster simCluster : world.clusters()) {
            quietly(() -> renew(simCluster));
        }
        quietly(() -> change(World.DEPLOYMENT, "front", "{\"spec\":{\"replicas\":3}}"));
        for (Key set : sets.keySet()) {
            quietly(() -> patch(set, image(newImage())));
            quietly(() -> restoreIdentity(set));
            quietly(() -> restoreNumbers(set));
        }
    }

    /// Replaces an image that never becomes ready.
    private void restoreImage(Key set) {
        boolean broken = api.get(StatefulSet.KIND, set)
                .filter(found -> found.template().toString().contains(FakeControllers.BROKEN_IMAGE))
                .isPresent();
        if (broken) {
            patch(set, image(newImage()));
        }
    }

    /// Restores the identity that replicas were placed with: until then nothing of the set changes. What is not placed
    /// yet may be placed now, with the identity that it asks for.
    private void restoreIdentity(Key set) {
        boolean global = api.get(Binding.KIND, Binding.keyFor(StatefulSet.KIND, set))
                .map(binding -> binding.targets().stream()
                        .anyMatch(target -> target.start().isPresent()))
                .orElseGet(() -> asksForGlobal(set));
        patch(set, Edits.annotation(Names.IDENTITY, global ? "Global" : null));
    }

    private boolean asksForGlobal(Key set) {
        return api.get(StatefulSet.KIND, set)
                .filter(found -> "Global".equals(found.meta().annotations().get(Names.IDENTITY)))
                .isPresent();
    }

    /// Reduces the replicas to what fits.
    private void restoreNumbers(Key set) {
        StatefulSet found = api.get(StatefulSet.KIND, set).orElse(null);
        if (found != null
                && (found.replicas() > FakeControllers.PODS_MAX || found.start() > FakeControllers.PODS_MAX)) {
            patch(set, "{\"spec\":{\"replicas\":" + random.nextInt(7) + ",\"ordinals\":{\"start\":0}}}");
        }
        if (overdone.contains(set)) {
            // If one replica does not fit, one-at-a-time scaling makes no further step.
            patch(set, Edits.annotation(Names.SCALING, null));
        }
    }

    /// Accepts lost volumes where a set waits for that, as its message says.
    void acceptLosses() {
        for (StatefulSet set : api.list(StatefulSet.KIND).objects()) {
            if ("Hold".equals(set.meta().annotations().get(Names.LOST_VOLUMES))) {
                String tokens = ACCEPTANCE
                        .matcher(set.status().path("conditions").toString())
                        .results()
                        .map(result -> result.group(1))
                        .collect(Collectors.joining(","));
                String known = set.meta().annotations().getOrDefault(Names.LOST_VOLUMES_ACCEPTED, "");
                if (!tokens.isEmpty() && !tokens.equals(known)) {
                    quietly(() -> patch(set.key(), Edits.annotation(Names.LOST_VOLUMES_ACCEPTED, tokens)));
                }
            }
        }
    }

    /// Removes their own objects in clusters that block those of the federation.
    void makeRoom() {
        List<String> removed = new ArrayList<>();
        for (SimCluster simCluster : world.clusters()) {
            ClusterApi there = simCluster.api("people");
            for (Kind<AnyObject> kind : KINDS) {
                for (AnyObject object : there.list(kind).objects()) {
                    if (!World.isMarked(object) && object.namespace().equals("default") && !isOrphan(object)) {
                        removed.add(object.name() + " in " + simCluster.name());
                        there.delete(kind, object.key(), DeleteOptions.NONE);
                    }
                }
            }
        }
        for (StatefulSet set : api.list(StatefulSet.KIND).objects()) {
            if (api.get(Binding.KIND, Binding.keyFor(StatefulSet.KIND, set.key()))
                    .isEmpty()) {
                removeOlder(set, removed);
            }
        }
        if (!removed.isEmpty()) {
            world.trace().add("people: remove what is their own: " + removed);
        }
    }
}
