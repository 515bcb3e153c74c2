/// Files that only the user who runs the process may read.
@NullMarked
package dev.archipelago.store.files;

import org.jspecify.annotations.NullMarked;
