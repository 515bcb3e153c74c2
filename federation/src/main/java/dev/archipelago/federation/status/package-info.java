/// Reports on bindings and templates the status of the objects in members.
@NullMarked
package dev.archipelago.federation.status;

import org.jspecify.annotations.NullMarked;
