/// The kinds of the federation that are custom resources, as the manifests that define them.
///
/// They are YAML, and this module has nothing that reads it: whoever applies them does.
@NullMarked
package dev.archipelago.model.crds;

import org.jspecify.annotations.NullMarked;
