/// An authoritative DNS server over UDP and TCP. What names mean is for [Zones] to say.
@NullMarked
package dev.archipelago.dns;

import org.jspecify.annotations.NullMarked;
