/// Clients that mean harm, over real HTTPS: what they send, what they are told, and whether others notice.
@NullMarked
package dev.archipelago.apiserver.hostile;

import org.jspecify.annotations.NullMarked;
