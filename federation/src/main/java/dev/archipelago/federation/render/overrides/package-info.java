/// Changes an object for one cluster as override policies say.
///
/// [Overrides] is the face. The policies are those of `policy.karmada.io`, and do what they do there; what could be
/// meant only one way but is ignored there, or breaks, is done or refused here.
@NullMarked
package dev.archipelago.federation.render.overrides;

import org.jspecify.annotations.NullMarked;
