/// Amounts of resources as Kubernetes writes them.
@NullMarked
package dev.archipelago.api.quantity;

import org.jspecify.annotations.NullMarked;
