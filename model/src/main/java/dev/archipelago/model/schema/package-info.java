/// What Kubernetes objects look like: fields, their types, and how lists and maps merge.
///
/// [Schema] is the form shared by built-in kinds and custom resources.
@NullMarked
package dev.archipelago.model.schema;

import org.jspecify.annotations.NullMarked;
