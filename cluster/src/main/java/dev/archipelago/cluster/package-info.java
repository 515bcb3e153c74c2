/// What makes an API server a cluster: its controllers, its scheduler, its nodes and its DNS.
@NullMarked
package dev.archipelago.cluster;

import org.jspecify.annotations.NullMarked;
