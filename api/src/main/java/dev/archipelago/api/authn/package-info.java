/// Who asks: the user of a request, as every server and client of the API knows it.
@NullMarked
package dev.archipelago.api.authn;

import org.jspecify.annotations.NullMarked;
