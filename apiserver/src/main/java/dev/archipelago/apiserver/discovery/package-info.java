/// Tells clients which groups, versions and resources there are.
///
/// [Discovery] is the face: an immutable picture of the served kinds, replaced when the kinds change.
@NullMarked
package dev.archipelago.apiserver.discovery;

import org.jspecify.annotations.NullMarked;
