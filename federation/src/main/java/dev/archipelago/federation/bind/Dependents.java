package dev.archipelago.federation.bind;

import dev.archipelago.api.objects.Key;
import dev.archipelago.federation.kinds.Binding;
import dev.archipelago.federation.kinds.Bindings;
import dev.archipelago.federation.match.Dependencies;
import dev.archipelago.federation.match.Templates;
import dev.archipelago.federation.workload.Template;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Tracks which objects are dependencies of others whose policies have `propagateDeps`.
final class Dependents {
    private final Bindings bindings;
    private final Templates templates;

    // Guarded by this; all keys are binding keys:
    private final Map<Key, SortedSet<Key>> needs = new HashMap<>();
    private final Map<Key, NavigableSet<Key>> neededBy = new HashMap<>();

    Dependents(Bindings bindings, Templates templates) {
        this.bindings = bindings;
        this.templates = templates;
    }

    /// @param again is called with the bindings of dependencies when their dependents change
    void connect(Consumer<Key> again) {
        templates.listen(key -> {
            Change change = update(key);
            if (!change.before.equals(change.after)) {
                change.tell(again);
            }
        });
        bindings.listen((before, after) -> bindingChanged(before, after, again));
    }

    private void bindingChanged(@Nullable Binding before, @Nullable Binding after, Consumer<Key> again) {
        Binding known = after == null ? before : after;
        boolean sameSpec = before != null
                && after != null
                && before.meta().generation() == after.meta().generation();
        if (known != null && !sameSpec) {
            update(known.key()).tell(again);
        }
    }

    private record Change(SortedSet<Key> before, SortedSet<Key> after) {
        void tell(Consumer<Key> again) {
            before.forEach(again);
            after.stream().filter(key -> !before.contains(key)).forEach(again);
        }
    }

    private synchronized Change update(Key key) {
        SortedSet<Key> before = needs.getOrDefault(key, new TreeSet<>());
        SortedSet<Key> after = needsOf(key, before);
        for (Key needed : before) {
            Set<Key> users = neededBy.get(needed);
            if (users != null && !after.contains(needed)) {
                users.remove(key);
                if (users.isEmpty()) {
                    neededBy.remove(needed);
                }
            }
        }
        after.forEach(
                needed -> neededBy.computeIfAbsent(needed, k -> new TreeSet<>()).add(key));
        if (after.isEmpty()) {
            needs.remove(key);
        } else {
            needs.put(key, after);
        }
        return new Change(before, after);
    }

    /// @param before returned while the object is being deleted, as its dependencies go after it
    private SortedSet<Key> needsOf(Key key, SortedSet<Key> before) {
        SortedSet<Key> keys = new TreeSet<>();
        Optional<Binding> binding = bindings.find(key).filter(Binding::takesDependenciesAlong);
        if (binding.isEmpty()) {
            return keys;
        }
        Template template = templates.find(key).orElse(null);
        if (template == null) {
            return before;
        }
        for (Dependencies.Needed needed : Dependencies.of(template.object().view())) {
            keys.add(Binding.keyFor(needed.kind(), new Key(key.namespace(), needed.name())));
        }
        return keys;
    }

    /// The bindings that take an object along, in the order of their keys.
    ///
    /// @param key of the binding of the object, which need not exist
    List<Binding> of(Key key) {
        List<Key> users;
        synchronized (this) {
            users = List.copyOf(neededBy.getOrDefault(key, new TreeSet<>()));
        }
        List<Binding> found = new ArrayList<>();
        users.forEach(user -> bindings.find(user).ifPresent(found::add));
        return List.copyOf(found);
    }
}
