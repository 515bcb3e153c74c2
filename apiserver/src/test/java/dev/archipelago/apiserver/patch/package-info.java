@NullMarked
package dev.archipelago.apiserver.patch;

import org.jspecify.annotations.NullMarked;
