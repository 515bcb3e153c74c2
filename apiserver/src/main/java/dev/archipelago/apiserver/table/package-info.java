/// Tables: objects as the rows and columns that `kubectl get` shows.
@NullMarked
package dev.archipelago.apiserver.table;

import org.jspecify.annotations.NullMarked;
