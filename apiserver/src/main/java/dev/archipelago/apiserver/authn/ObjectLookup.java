package dev.archipelago.apiserver.authn;

import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// The objects a service-account token refers to, as they are now.
@FunctionalInterface
public interface ObjectLookup {

    enum Kind {
        SERVICE_ACCOUNT("serviceaccounts"),
        POD("pods"),
        SECRET("secrets"),
        NODE("nodes");

        private final String resource;

        Kind(String resource) {
            this.resource = resource;
        }

        /// The plural name in URLs.
        public String resource() {
            return resource;
        }
    }

    /// Finds one object of the core group.
    ///
    /// @param namespace empty for nodes
    Optional<JsonNode> find(Kind kind, String namespace, String name);
}
