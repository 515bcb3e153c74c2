/// Kubernetes objects: as a server keeps them (serialised), as a tree while being changed, and as controllers see them
/// (immutable, decoded once, shared by all who read them).
@NullMarked
package dev.archipelago.api.objects;

import org.jspecify.annotations.NullMarked;
