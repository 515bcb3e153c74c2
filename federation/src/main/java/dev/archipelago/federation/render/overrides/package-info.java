/// Applies override policies to the object for one cluster.
///
/// [Overrides] is the entry point. The policies are those of `policy.karmada.io` with the same behaviour. Cases that
/// have one possible meaning but are ignored or broken there are done or refused here.
@NullMarked
package dev.archipelago.federation.render.overrides;

import org.jspecify.annotations.NullMarked;
