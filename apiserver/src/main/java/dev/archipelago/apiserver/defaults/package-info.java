/// What an object becomes before it is validated: [Defaults] fills in what was left out, [Preparation] does what
/// Kubernetes does to objects of certain kinds when they are created or updated.
@NullMarked
package dev.archipelago.apiserver.defaults;

import org.jspecify.annotations.NullMarked;
