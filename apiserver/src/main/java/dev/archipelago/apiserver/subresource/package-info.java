/// Subresources that are more than a part of their object: scale, binding, eviction.
@NullMarked
package dev.archipelago.apiserver.subresource;

import org.jspecify.annotations.NullMarked;
