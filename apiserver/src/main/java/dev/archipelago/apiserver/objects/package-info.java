/// Objects as the store has them.
@NullMarked
package dev.archipelago.apiserver.objects;

import org.jspecify.annotations.NullMarked;
