/// A Kubernetes API server: [ApiServer] puts its parts together.
@NullMarked
package dev.archipelago.apiserver;

import org.jspecify.annotations.NullMarked;
