/// CustomResourceDefinitions: what is a valid one, how its state goes on, and the kinds that come of it.
///
/// [Definitions] checks them, [Lifecycle] moves them on, [CustomKinds] makes kinds of them. All of it is pure:
/// nothing here reads a clock, a store or another definition that it is not given.
@NullMarked
package dev.archipelago.apiserver.crd;

import org.jspecify.annotations.NullMarked;
