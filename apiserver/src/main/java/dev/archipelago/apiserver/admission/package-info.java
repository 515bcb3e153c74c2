/// What may change or refuse a write after it was authorised and before it is stored.
@NullMarked
package dev.archipelago.apiserver.admission;

import org.jspecify.annotations.NullMarked;
