/// Keys and certificates in their textual form.
@NullMarked
package dev.archipelago.api.pki;

import org.jspecify.annotations.NullMarked;
