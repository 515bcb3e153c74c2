/// Makes of a template what each cluster gets. Everything here is pure.
@NullMarked
package dev.archipelago.federation.render;

import org.jspecify.annotations.NullMarked;
