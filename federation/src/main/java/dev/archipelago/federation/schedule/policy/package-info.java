/// Chooses clusters for an object and divides its replicas over them as Karmada's policies ask for it: filter,
/// order, spread, divide. [PolicyScheduler] is the way in. Everything here is pure and does not depend on the order
/// in which clusters are given.
///
/// The rules are those of Karmada 1.18, which people know, but for its traps; where they differ, the code says so.
@NullMarked
package dev.archipelago.federation.schedule.policy;

import org.jspecify.annotations.NullMarked;
