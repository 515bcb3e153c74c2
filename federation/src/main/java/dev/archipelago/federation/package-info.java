/// The controllers that propagate objects to member clusters: match, bind, schedule, render, sync, status.
@NullMarked
package dev.archipelago.federation;

import org.jspecify.annotations.NullMarked;
