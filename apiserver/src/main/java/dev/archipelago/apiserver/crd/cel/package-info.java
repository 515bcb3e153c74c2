/// The CEL rules of custom resources (`x-kubernetes-validations`): checking them when a definition comes in, and
/// evaluating them when an object does.
///
/// [CelRules] is the face. It loads the CEL library, and with it protobuf, only when there is a rule: a server whose
/// definitions have none never pays for them.
@NullMarked
package dev.archipelago.apiserver.crd.cel;

import org.jspecify.annotations.NullMarked;
