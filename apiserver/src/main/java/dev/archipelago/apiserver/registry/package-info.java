/// The verbs: get, list, watch, create, update, patch, apply and delete of any served resource, on the store. Knows
/// nothing of HTTP.
@NullMarked
package dev.archipelago.apiserver.registry;

import org.jspecify.annotations.NullMarked;
