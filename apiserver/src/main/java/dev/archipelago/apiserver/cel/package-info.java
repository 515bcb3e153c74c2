/// CEL, the language of expressions in the Kubernetes API: the rules of custom resources
/// (`x-kubernetes-validations`) and the conditions under which webhooks are asked (`matchConditions`).
///
/// [CelRules] and [Condition] are the faces. They load the CEL library, and with it protobuf, only when there is an
/// expression: a server that has none never pays for them.
@NullMarked
package dev.archipelago.apiserver.cel;

import org.jspecify.annotations.NullMarked;
