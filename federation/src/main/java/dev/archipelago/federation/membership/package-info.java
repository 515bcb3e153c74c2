/// The member clusters: joining, connections, health and caches.
@NullMarked
package dev.archipelago.federation.membership;

import org.jspecify.annotations.NullMarked;
