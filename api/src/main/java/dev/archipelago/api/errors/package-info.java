/// Errors as Kubernetes clients know them: every failure becomes a `Status` object.
@NullMarked
package dev.archipelago.api.errors;

import org.jspecify.annotations.NullMarked;
