package dev.archipelago.federation.membership;

import dev.archipelago.api.objects.Key;
import dev.archipelago.federation.kinds.SyncResult;

/// Takes what came of bringing a member in line with bindings.
public interface SyncResults {
    /// Takes what came of one try.
    ///
    /// @param written what the binding's status says of it, and is right until somebody has tried
    void record(Key binding, SyncResult result, SyncResult written);

    /// Takes that nothing is left in the member of a binding that is being deleted.
    void clear(Key binding, String bindingUid);
}
