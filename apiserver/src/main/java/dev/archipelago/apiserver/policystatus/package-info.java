/// The status of admission policies: what the type checker has to say of their expressions.
@NullMarked
package dev.archipelago.apiserver.policystatus;

import org.jspecify.annotations.NullMarked;
