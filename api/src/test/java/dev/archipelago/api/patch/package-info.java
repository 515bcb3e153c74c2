@NullMarked
package dev.archipelago.api.patch;

import org.jspecify.annotations.NullMarked;
