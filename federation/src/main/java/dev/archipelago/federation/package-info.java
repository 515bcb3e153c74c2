/// Runs what people ask of the federation in its member clusters: match, bind, schedule, render, sync, status.
@NullMarked
package dev.archipelago.federation;

import org.jspecify.annotations.NullMarked;
