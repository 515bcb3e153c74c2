/// The three patch formats that are merged into an object as it is, without regard to who owns what: JSON Patch, JSON
/// Merge Patch and Kubernetes' strategic merge patch.
///
/// All are pure: they return a new tree, which may share subtrees with the object and with the patch, and change
/// neither. Who wants to modify the result in place makes a deep copy first.
@NullMarked
package dev.archipelago.api.patch;

import org.jspecify.annotations.NullMarked;
