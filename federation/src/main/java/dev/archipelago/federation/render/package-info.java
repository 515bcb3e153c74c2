/// Makes of one object of the federation the object that a member cluster gets.
@NullMarked
package dev.archipelago.federation.render;

import org.jspecify.annotations.NullMarked;
