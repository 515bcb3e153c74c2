package dev.archipelago.cluster.garbage;

import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Owner;
import dev.archipelago.controller.cache.Cache;
import dev.archipelago.controller.cache.Index;
import dev.archipelago.model.kinds.GroupVersionKind;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;

/// The owner relation over the caches of all kinds.
final class Graph {
    private final ConcurrentNavigableMap<String, Member<?>> members = new ConcurrentSkipListMap<>();
    private final DeletedObjects departed = new DeletedObjects();

    private record Member<T extends ApiObject>(Cache<T> cache, Index<T> byOwner) {

        static <T extends ApiObject> Member<T> of(Cache<T> cache) {
            return new Member<>(cache, cache.index(Member::owners));
        }

        private static Set<String> owners(ApiObject object) {
            List<Owner> owners = object.meta().owners();
            return switch (owners.size()) {
                case 0 -> Set.of();
                case 1 -> Set.of(owners.getFirst().uid());
                default -> {
                    Set<String> uids = LinkedHashSet.newLinkedHashSet(owners.size());
                    owners.forEach(owner -> uids.add(owner.uid()));
                    yield uids;
                }
            };
        }

        void collect(String owner, List<Node> dependents) {
            byOwner.get(owner).forEach(object -> dependents.add(new Node(cache.kind(), object)));
        }
    }

    /// The state of an owner reference.
    sealed interface Standing {
        record Present(Node owner) implements Standing {}

        /// The owner is not in the cache.
        ///
        /// @param where its key, for a live read
        record Absent(Cache<?> cache, Key where) implements Standing {}

        /// The owner was seen to be deleted, and its kind is not served any more, so that a live
        /// read is impossible.
        record Departed() implements Standing {}

        /// A cluster-scoped object names a namespaced owner, which is invalid.
        record Misplaced() implements Standing {}

        /// The state is unknown yet.
        record Unknown() implements Standing {}
    }

    void add(Cache<?> cache) {
        members.put(type(cache), Member.of(cache));
    }

    void remove(Cache<?> cache) {
        members.remove(type(cache));
    }

    private static String type(Cache<?> cache) {
        GroupVersionKind type = cache.kind().type();
        return Node.type(type.group(), type.kind());
    }

    /// The object with an id.
    Optional<Node> find(Key id) {
        int separator = id.name().indexOf(Node.SEPARATOR);
        Member<?> member = members.get(id.name().substring(0, separator));
        return member == null
                ? Optional.empty()
                : find(member.cache, new Key(id.namespace(), id.name().substring(separator + 1)));
    }

    private static <T extends ApiObject> Optional<Node> find(Cache<T> cache, Key key) {
        return cache.get(key).map(object -> new Node(cache.kind(), object));
    }

    List<Node> dependents(String uid) {
        List<Node> dependents = new ArrayList<>();
        members.values().forEach(member -> member.collect(uid, dependents));
        return dependents;
    }

    boolean hasDependents(String uid) {
        for (Member<?> member : members.values()) {
            if (!member.byOwner.isEmpty(uid)) {
                return true;
            }
        }
        return false;
    }

    /// Records that an object was deleted.
    void left(ApiObject object) {
        departed.add(object.uid());
    }

    Standing standing(Owner owner, ApiObject dependent) {
        GroupVersionKind type = GroupVersionKind.of(owner.apiVersion(), owner.kind());
        Member<?> member = members.get(Node.type(type.group(), type.kind()));
        if (member == null) {
            return departed.contains(owner.uid()) ? new Standing.Departed() : new Standing.Unknown();
        }
        Cache<?> cache = member.cache;
        boolean namespaced = cache.kind().namespaced();
        if (namespaced && dependent.namespace().isEmpty()) {
            return new Standing.Misplaced();
        }
        Key where = new Key(namespaced ? dependent.namespace() : "", owner.name());
        Optional<Node> found = find(cache, where).filter(node -> node.uid().equals(owner.uid()));
        if (found.isPresent()) {
            return new Standing.Present(found.get());
        }
        return cache.isFilled() ? new Standing.Absent(cache, where) : new Standing.Unknown();
    }
}
