/// What objects use of what a namespace is allowed, and the gate that keeps it within bounds.
@NullMarked
package dev.archipelago.apiserver.quota;

import org.jspecify.annotations.NullMarked;
