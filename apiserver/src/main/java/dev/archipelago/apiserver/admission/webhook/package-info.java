/// Mutating and validating webhooks: other programs that are asked about writes over HTTPS.
@NullMarked
package dev.archipelago.apiserver.admission.webhook;

import org.jspecify.annotations.NullMarked;
