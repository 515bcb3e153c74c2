package dev.archipelago.federation.membership;

import dev.archipelago.api.cluster.ClusterApi;
import dev.archipelago.api.cluster.Selection;
import dev.archipelago.api.objects.AnyObject;
import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.api.objects.Owner;
import dev.archipelago.api.selector.LabelSelector;
import dev.archipelago.controller.cache.Cache;
import dev.archipelago.controller.cache.Caches;
import dev.archipelago.controller.cache.Index;
import dev.archipelago.federation.kinds.Binding;
import dev.archipelago.federation.kinds.Names;
import dev.archipelago.federation.kinds.SyncResult;
import dev.archipelago.federation.workload.Workload;
import dev.archipelago.federation.workload.Workloads;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// The caches of one member and the results of syncing to it. Only kinds that a binding was ever about are cached.
public final class Member implements MemberView, SyncResults {
    private static final int DEPARTED_MAX = 10_000;

    /// The label of all objects that any version of the federation has made.
    private static final Selection MADE =
            Selection.labelled(LabelSelector.exactly(Map.of(Names.MANAGED_LABEL, "true")));

    private final String name;
    private final ClusterApi api;
    private final Consumer<Key> changed;
    private final Map<Key, String> cleared = new ConcurrentHashMap<>();
    private final Map<Key, SyncResult> results = new ConcurrentHashMap<>();
    private final Set<String> departed = Collections.synchronizedSet(Collections.newSetFromMap(new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
            return size() > DEPARTED_MAX;
        }
    }));
    private final RelatedObjects related;
    private volatile @Nullable Knowledge knowledge;
    private volatile boolean started;

    /// The caches of one connection.
    ///
    /// @param byTemplate the objects of each kind, indexed by the uid of their template
    /// @param byController the children of objects of each kind, indexed by the uid of their controller
    private record Knowledge(
            Caches caches, Map<Kind<?>, Index<AnyObject>> byTemplate, Map<Kind<?>, Index<AnyObject>> byController) {
        Optional<Cache<?>> cache(Kind<?> kind) {
            return caches.find(kind, asked(kind));
        }

        boolean isComplete(Kind<?> kind) {
            return cache(kind).map(Cache::isFilled).orElse(false);
        }

        List<AnyObject> madeOf(Kind<?> kind, String templateUid) {
            Index<AnyObject> index = byTemplate.get(kind);
            return index == null ? List.of() : index.get(templateUid);
        }
    }

    /// @param changed is called with the bindings whose objects change in this member
    public Member(String name, ClusterApi api, Consumer<Key> changed) {
        this.name = name;
        this.api = api;
        this.changed = changed;
        this.related = new RelatedObjects(changed);
    }

    public String name() {
        return name;
    }

    public ClusterApi api() {
        return api;
    }

    /// Replaces the caches by those of a new connection.
    public void use(Caches fresh) {
        started = false;
        knowledge = new Knowledge(fresh, new ConcurrentHashMap<>(), new ConcurrentHashMap<>());
        related.use(fresh);
    }

    /// The caches are started: more kinds and related objects are followed over the new connection from now on.
    public void started() {
        started = true;
        related.start();
    }

    /// The objects of a kind that are cached: those that the federation made, but all objects of kinds whose
    /// replicas have identities. A replica must never run twice, so the sync considers all sets that may run it,
    /// including those that were orphaned or lost their label.
    private static Selection asked(Kind<?> kind) {
        return Workloads.of(kind).hasIdentities() ? Selection.ALL : MADE;
    }

    /// Starts to cache a kind, in the background. It does nothing before [#started]: the starter waits until the caches
    /// of that moment are filled, and a member may not serve the kind.
    public void follow(Kind<?> kind) {
        Knowledge now = knowledge;
        if (now == null || !started) {
            return;
        }
        Kind<AnyObject> any = AnyObject.kind(kind.type(), kind.resource(), kind.namespaced());
        now.caches.also(any, asked(kind), cache -> {
            now.byTemplate.put(any, cache.index(Member::templateOf));
            cache.listen((before, after) -> {
                tell(before);
                tell(after);
                if (before != null && (after == null || !sameOwner(before, after))) {
                    makeRoom(any, before);
                }
            });
        });
        followChildren(now, any);
    }

    private void followChildren(Knowledge now, Kind<?> kind) {
        Workloads.of(kind).children().ifPresent(children -> {
            now.caches.also(children.kind(), Selection.labelled(children.labels()), cache -> {
                now.byController.put(
                        kind,
                        cache.index(child -> child.meta().controller().stream()
                                .map(Owner::uid)
                                .toList()));
                cache.listen((before, after) -> tellParent(kind, after == null ? before : after));
                cache.whenSeen(1, () -> madeOfAll(now, kind).forEach(this::tell));
            });
        });
    }

    private static List<AnyObject> madeOfAll(Knowledge now, Kind<?> kind) {
        return now.cache(kind)
                .map(cache -> cache.all().stream().map(AnyObject.class::cast).toList())
                .orElse(List.of());
    }

    private void tellParent(Kind<?> kind, @Nullable AnyObject child) {
        if (child != null) {
            child.meta()
                    .controller()
                    .filter(owner -> owner.isA(kind))
                    .flatMap(owner -> find(kind, new Key(child.namespace(), owner.name())))
                    .ifPresent(this::tell);
        }
    }

    /// Calls back once all objects of a kind are cached.
    public void whenKnown(Kind<?> kind, Runnable action) {
        cache(kind).ifPresent(cache -> cache.whenSeen(1, action));
    }

    private static List<String> templateOf(AnyObject object) {
        String uid = object.meta().annotations().get(Names.TEMPLATE_UID);
        return uid == null ? List.of() : List.of(uid);
    }

    private void tell(@Nullable AnyObject object) {
        if (object == null) {
            return;
        }
        String binding = object.meta().annotations().get(Names.BINDING_NAME);
        if (binding != null) {
            changed.accept(new Key(object.namespace(), binding));
        }
    }

    private static boolean sameOwner(AnyObject before, AnyObject after) {
        Map<String, String> one = before.meta().annotations();
        Map<String, String> other = after.meta().annotations();
        return Objects.equals(one.get(Names.TEMPLATE_UID), other.get(Names.TEMPLATE_UID))
                && Objects.equals(one.get(Names.FEDERATION), other.get(Names.FEDERATION));
    }

    /// An object is gone or changed owner, so its name may be free: calls back for all bindings that it
    /// may have blocked.
    private void makeRoom(Kind<?> kind, AnyObject object) {
        changed.accept(Binding.keyFor(kind, object.key()));
        String suffix = '-' + name;
        if (object.name().endsWith(suffix)) {
            String template = object.name().substring(0, object.name().length() - suffix.length());
            changed.accept(Binding.keyFor(kind, new Key(object.namespace(), template)));
        }
    }

    private Optional<Cache<?>> cache(Kind<?> kind) {
        Knowledge now = knowledge;
        return now == null ? Optional.empty() : now.cache(kind);
    }

    @Override
    public boolean knows(Kind<? extends ApiObject> kind) {
        Knowledge now = knowledge;
        return now != null && now.isComplete(kind);
    }

    @Override
    public boolean seesAll(Kind<? extends ApiObject> kind) {
        return asked(kind).isAll();
    }

    @Override
    public Optional<AnyObject> find(Kind<? extends ApiObject> kind, Key key) {
        Optional<AnyObject> made = cache(kind).flatMap(cache -> cache.get(key)).map(AnyObject.class::cast);
        return made.isPresent() || seesAll(kind)
                ? made
                : related(Related.named(kind, key))
                        .flatMap(found -> found.stream().findFirst());
    }

    @Override
    public List<AnyObject> madeOf(Kind<? extends ApiObject> kind, String templateUid) {
        Knowledge now = knowledge;
        return now == null ? List.of() : now.madeOf(kind, templateUid);
    }

    @Override
    public Optional<List<AnyObject>> allMadeOf(Kind<? extends ApiObject> kind, String templateUid) {
        Knowledge now = knowledge;
        // The order matters: completeness is set after the objects are there.
        return now != null && now.isComplete(kind) ? Optional.of(now.madeOf(kind, templateUid)) : Optional.empty();
    }

    @Override
    public Optional<List<AnyObject>> children(Kind<? extends ApiObject> kind, Key key) {
        Knowledge now = knowledge;
        Workload.Children children = Workloads.of(kind).children().orElse(null);
        if (now == null || children == null) {
            return Optional.empty();
        }
        boolean isFilled = now.caches
                .find(children.kind(), Selection.labelled(children.labels()))
                .filter(Cache::isFilled)
                .isPresent();
        return find(kind, key)
                .filter(object -> isFilled)
                .flatMap(object ->
                        Optional.ofNullable(now.byController.get(kind)).map(index -> index.get(object.uid())));
    }

    @Override
    public void follow(Follower by, Set<Related> wanted) {
        related.follow(by, wanted);
    }

    @Override
    public Optional<List<AnyObject>> related(Related what) {
        return related.find(what);
    }

    @Override
    public boolean isClear(Key binding, String bindingUid) {
        return bindingUid.equals(cleared.get(binding));
    }

    @Override
    public void clear(Key binding, String bindingUid) {
        if (!bindingUid.equals(cleared.put(binding, bindingUid))) {
            results.remove(binding);
            changed.accept(binding);
        }
    }

    /// Takes over deletions that were seen over an earlier connection and cannot be read again.
    void succeed(Member before) {
        synchronized (before.departed) {
            departed.addAll(before.departed);
        }
    }

    /// Forgets everything about a deleted binding, except that it existed.
    public void forget(Binding binding) {
        cleared.remove(binding.key());
        results.remove(binding.key());
        related.forget(binding.key());
        if (!binding.preservesOnDeletion()) {
            departed.add(binding.templateUid());
        }
    }

    /// The objects that the federation made and no longer has a template for; empty while the caches of the
    /// followed kinds are not synced.
    ///
    /// @param isKnown whether a binding exists or will be made
    Optional<List<AnyObject>> left(String federation, Predicate<Key> isKnown) {
        Knowledge now = knowledge;
        if (now == null || !now.byTemplate.keySet().stream().allMatch(now::isComplete)) {
            return Optional.empty();
        }
        List<AnyObject> left = new ArrayList<>();
        for (Kind<?> kind : now.byTemplate.keySet()) {
            now.cache(kind)
                    .ifPresent(cache -> left.addAll(LeftObjects.among(
                            cache.all().stream().map(AnyObject.class::cast).toList(), federation, isKnown)));
        }
        left.removeIf(
                object -> sawDepart(templateOf(object).stream().findFirst().orElse("")));
        return Optional.of(left);
    }

    @Override
    public boolean sawDepart(String templateUid) {
        return departed.contains(templateUid);
    }

    @Override
    public Optional<SyncResult> result(Key binding) {
        return Optional.ofNullable(results.get(binding));
    }

    @Override
    public void record(Key binding, SyncResult result, SyncResult written) {
        SyncResult before = results.put(binding, result);
        if (!result.equals(before == null ? written : before)) {
            changed.accept(binding);
        }
    }
}
