package dev.archipelago.apiserver.clients;

import java.util.List;
import java.util.Map;

/// A client library under test, with an informer over the config maps of one namespace.
interface OutsideClient extends AutoCloseable {

    /// Starts the informer and waits for its first list.
    void startInformer(Sightings sightings) throws Exception;

    /// Everything the informer believes to exist, by name; one map for each informer there is.
    List<Map<String, Seen>> caches();

    /// Lists page by page.
    Listing list(int limit) throws Exception;

    @Override
    void close();

    /// A list in pages.
    ///
    /// @param versions the resourceVersion of each page
    record Listing(List<String> versions, List<Seen> items) {}
}
