package dev.archipelago.apiserver.admission.policy;

import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Stored;
import dev.archipelago.apiserver.feed.ObjectFeed;
import dev.archipelago.store.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The policies of one kind that have bindings, in the order they are asked: by name.
final class PolicyIndex<P> implements Supplier<List<PolicyIndex.Bound<P>>> {
    private static final String GROUP = ".admissionregistration.k8s.io/";

    private final Function<JsonNode, P> compiler;
    private final Map<String, Policy<P>> policies = new TreeMap<>();
    private final Map<String, PolicyBinding> bindings = new TreeMap<>();
    private volatile List<Bound<P>> bound = List.of();

    /// A policy and its bindings, by name.
    record Bound<P>(Policy<P> policy, List<PolicyBinding> bindings) {}

    private PolicyIndex(Function<JsonNode, P> compiler) {
        this.compiler = compiler;
    }

    /// Follows the policies in a store.
    ///
    /// @param kind `validating` or `mutating`
    static <P> PolicyIndex<P> follow(Store store, String kind, Function<JsonNode, P> compiler) {
        PolicyIndex<P> index = new PolicyIndex<>(compiler);
        ObjectFeed.follow(store, kind + "admissionpolicies" + GROUP, index.following(index.policies, index::policy));
        ObjectFeed.follow(
                store, kind + "admissionpolicybindings" + GROUP, index.following(index.bindings, PolicyBinding::of));
        return index;
    }

    private Policy<P> policy(ObjectNode object) {
        return Policy.of(object, compiler);
    }

    private <T> ObjectFeed.Follower following(Map<String, T> known, Function<ObjectNode, T> reader) {
        return new ObjectFeed.Follower() {
            @Override
            public void put(String key, Stored object) {
                T read = reader.apply(Json.parse(object.json()));
                synchronized (PolicyIndex.this) {
                    known.put(key, read);
                    publish();
                }
            }

            @Override
            public void remove(String key) {
                synchronized (PolicyIndex.this) {
                    known.remove(key);
                    publish();
                }
            }
        };
    }

    private void publish() {
        List<Bound<P>> all = new ArrayList<>();
        for (Policy<P> policy : policies.values()) {
            List<PolicyBinding> own = bindings.values().stream()
                    .filter(binding -> binding.policy().equals(policy.name()))
                    .toList();
            if (!own.isEmpty()) {
                all.add(new Bound<>(policy, own));
            }
        }
        bound = List.copyOf(all);
    }

    @Override
    public List<Bound<P>> get() {
        return bound;
    }
}
