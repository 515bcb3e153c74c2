/// Who owns which field: `metadata.managedFields` on every write, and server-side apply.
///
/// [FieldManager] is the way in. A [FieldSet] is a set of field paths; [FieldSets] computes them from objects and
/// their schema. Trees that the functions return may share subtrees with their arguments, which they do not
/// modify unless they say so.
@NullMarked
package dev.archipelago.apiserver.apply;

import org.jspecify.annotations.NullMarked;
