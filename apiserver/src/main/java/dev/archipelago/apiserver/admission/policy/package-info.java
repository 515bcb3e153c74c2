/// Admission policies: ValidatingAdmissionPolicy and MutatingAdmissionPolicy, whose expressions are evaluated in this
/// process. A policy does nothing by itself; its bindings say where it holds, with which parameters, and what happens
/// to a request that it is against.
///
/// A policy is compiled once, when a request that it is about comes in for the first time after a change of it.
@NullMarked
package dev.archipelago.apiserver.admission.policy;

import org.jspecify.annotations.NullMarked;
