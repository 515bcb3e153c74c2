package dev.archipelago.apiserver.bootstrap;

import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Stored;
import dev.archipelago.apiserver.authz.RbacIndex;
import dev.archipelago.apiserver.authz.RbacKind;
import dev.archipelago.apiserver.catalog.ServedResource;
import dev.archipelago.apiserver.feed.ObjectFeed;
import dev.archipelago.store.Store;

/// Feeds roles and bindings from the store into the index that answers who may do what.
public final class RbacFeed {
    private RbacFeed() {}

    public static void follow(Store store, RbacIndex index) {
        for (RbacKind kind : RbacKind.values()) {
            String prefix = ServedResource.prefixOf(RbacKind.GROUP, kind.resource());
            ObjectFeed.follow(store, prefix, new ObjectFeed.Follower() {
                @Override
                public void put(String key, Stored object) {
                    String path = key.substring(prefix.length());
                    int slash = path.indexOf('/');
                    index.put(
                            kind,
                            path.substring(0, Math.max(slash, 0)),
                            path.substring(slash + 1),
                            Json.parse(object.json()));
                }

                @Override
                public void remove(String key) {
                    String path = key.substring(prefix.length());
                    int slash = path.indexOf('/');
                    index.remove(kind, path.substring(0, Math.max(slash, 0)), path.substring(slash + 1));
                }
            });
        }
    }
}
