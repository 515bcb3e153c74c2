/// Label and field selectors: parsing what a query asks for, and telling which objects it means.
@NullMarked
package dev.archipelago.api.selector;

import org.jspecify.annotations.NullMarked;
