package dev.archipelago.apiserver.authn;

import dev.archipelago.api.authn.UserInfo;
import java.util.List;

/// What became of a credential.
public sealed interface Authentication {

    /// The credential is good.
    ///
    /// @param audiences whom the credential speaks to, of those that were asked for
    record Accepted(UserInfo user, List<String> audiences) implements Authentication {
        public Accepted {
            audiences = List.copyOf(audiences);
        }
    }

    /// A credential was shown and is no good.
    ///
    /// @param why safe to show to the sender
    record Rejected(String why) implements Authentication {}
}
