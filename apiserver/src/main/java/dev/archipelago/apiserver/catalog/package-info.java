/// Which resources this server serves, and what is particular about each.
@NullMarked
package dev.archipelago.apiserver.catalog;

import org.jspecify.annotations.NullMarked;
