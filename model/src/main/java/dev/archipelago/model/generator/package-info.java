/// Runs in the build only, and is not in the jar: writes the types of all built-in kinds as text, from the
/// fabric8 model classes and from tables of what those classes do not say; and the same types' protobuf form,
/// from the generated classes of the official Java client.
@NullMarked
package dev.archipelago.model.generator;

import org.jspecify.annotations.NullMarked;
