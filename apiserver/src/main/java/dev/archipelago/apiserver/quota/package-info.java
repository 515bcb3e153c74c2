/// Admission that keeps what a namespace uses within its ResourceQuotas.
@NullMarked
package dev.archipelago.apiserver.quota;

import org.jspecify.annotations.NullMarked;
