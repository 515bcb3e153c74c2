/// Selects clusters and divides replicas by Karmada policies: filter, rank, spread, divide. [PolicyScheduler] is the
/// entry point. Pure; the order of the given clusters does not matter.
///
/// The rules are those of Karmada 1.18 without its pitfalls; where they differ, the code says so.
@NullMarked
package dev.archipelago.federation.schedule.policy;

import org.jspecify.annotations.NullMarked;
