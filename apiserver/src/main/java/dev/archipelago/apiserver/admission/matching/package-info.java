/// Which requests a webhook or an admission policy is about, and how they are described to it.
@NullMarked
package dev.archipelago.apiserver.admission.matching;

import org.jspecify.annotations.NullMarked;
