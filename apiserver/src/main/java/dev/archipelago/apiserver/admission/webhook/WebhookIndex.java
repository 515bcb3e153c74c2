package dev.archipelago.apiserver.admission.webhook;

import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Stored;
import dev.archipelago.apiserver.feed.ObjectFeed;
import dev.archipelago.store.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The webhooks of all configurations, in the order they are asked: by name of the configuration.
final class WebhookIndex implements ObjectFeed.Follower, Supplier<List<Webhook>> {
    private final Map<String, List<Webhook>> byConfiguration = new TreeMap<>();
    private volatile List<Webhook> all = List.of();

    static Supplier<List<Webhook>> follow(Store store) {
        WebhookIndex index = new WebhookIndex();
        ObjectFeed.follow(store, "mutatingwebhookconfigurations.admissionregistration.k8s.io/", index);
        ObjectFeed.follow(store, "validatingwebhookconfigurations.admissionregistration.k8s.io/", index);
        return index;
    }

    @Override
    public List<Webhook> get() {
        return all;
    }

    @Override
    public synchronized void put(String key, Stored object) {
        ObjectNode configuration = Json.parse(object.json());
        List<Webhook> webhooks = new ArrayList<>();
        for (JsonNode webhook : configuration.path("webhooks")) {
            webhooks.add(Webhook.of(key, key.startsWith("mutating"), webhook));
        }
        byConfiguration.put(key, webhooks);
        publish();
    }

    @Override
    public synchronized void remove(String key) {
        byConfiguration.remove(key);
        publish();
    }

    private void publish() {
        all = byConfiguration.values().stream().flatMap(List::stream).toList();
    }
}
