/// Who may do what: role-based access control as Kubernetes defines it, and the reviews that ask about it.
///
/// [RbacIndex] follows the roles and bindings and answers; [Forbidden] words the refusal.
@NullMarked
package dev.archipelago.apiserver.authz;

import org.jspecify.annotations.NullMarked;
