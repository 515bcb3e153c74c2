package dev.archipelago.federation.membership;

import dev.archipelago.api.objects.Key;
import java.util.Optional;
import java.util.function.Consumer;

/// The member clusters that are joined.
public interface Members {

    Optional<MemberView> find(String cluster);

    /// Tells of bindings of which something has changed in some member. May be told too often.
    void listen(Consumer<Key> listener);
}
