/// The built-in kinds of Kubernetes as served resources: their traits, rules and conversions.
@NullMarked
package dev.archipelago.apiserver.builtin;

import org.jspecify.annotations.NullMarked;
