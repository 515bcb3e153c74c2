/// Gives every namespace what its pods need to speak to the API.
@NullMarked
package dev.archipelago.cluster.serviceaccounts;

import org.jspecify.annotations.NullMarked;
