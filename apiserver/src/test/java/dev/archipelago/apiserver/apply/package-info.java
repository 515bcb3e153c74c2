@NullMarked
package dev.archipelago.apiserver.apply;

import org.jspecify.annotations.NullMarked;
