/// Who is asking: client certificates, static tokens and service-account tokens become a [UserInfo].
///
/// [Authenticator] is the face. Nothing here prints, logs or keeps a token; tokens are remembered by their hash only.
@NullMarked
package dev.archipelago.apiserver.authn;

import org.jspecify.annotations.NullMarked;
