/// Runs in the build only, and is not in the jar: writes the types of all built-in kinds as text, from the fabric8
/// model
/// classes and from tables of what those classes do not say.
@NullMarked
package dev.archipelago.model.generator;

import org.jspecify.annotations.NullMarked;
