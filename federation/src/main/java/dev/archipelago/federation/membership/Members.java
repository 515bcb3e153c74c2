package dev.archipelago.federation.membership;

import dev.archipelago.api.objects.Key;
import java.util.Optional;
import java.util.function.Consumer;

/// The member clusters.
public interface Members {

    Optional<MemberView> find(String cluster);

    /// Registers a listener for bindings whose state in some member has changed. It may be called too often.
    void listen(Consumer<Key> listener);
}
