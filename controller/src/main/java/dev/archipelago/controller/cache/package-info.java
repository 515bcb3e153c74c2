/// Local copies of the objects of a cluster, as in client-go: reflectors, caches and indexes. Each change is watched
/// and decoded once, for all controllers.
@NullMarked
package dev.archipelago.controller.cache;

import org.jspecify.annotations.NullMarked;
