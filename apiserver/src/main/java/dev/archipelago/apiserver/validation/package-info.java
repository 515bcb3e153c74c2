/// Whether an object is acceptable, as Kubernetes 1.36 judges it and in its words. [Validation] is the way in.
///
/// Each `XRules` class knows one part of the API. They read the tree through a [Cursor], which knows where it is, and
/// never change it; all complaints are collected, not only the first.
@NullMarked
package dev.archipelago.apiserver.validation;

import org.jspecify.annotations.NullMarked;
