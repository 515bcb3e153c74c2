/// Structural schemas of custom resources: reading them, and pruning, defaulting and validating objects with them.
///
/// [StructuralSchema] is the face. Everything is pure and safe on any thread; the wording is that of Kubernetes.
@NullMarked
package dev.archipelago.apiserver.structural;

import org.jspecify.annotations.NullMarked;
