/// How templates of the past are kept and named.
@NullMarked
package dev.archipelago.cluster.history;

import org.jspecify.annotations.NullMarked;
