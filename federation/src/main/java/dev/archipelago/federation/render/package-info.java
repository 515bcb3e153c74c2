/// Renders the object that a member gets from a template.
@NullMarked
package dev.archipelago.federation.render;

import org.jspecify.annotations.NullMarked;
