package dev.archipelago.federation.membership;

import dev.archipelago.api.objects.Key;
import dev.archipelago.federation.kinds.SyncResult;

/// Receives the results of syncs to one member.
public interface SyncResults {
    /// Records the result of one sync.
    ///
    /// @param written what the binding's status said, which stands until the next sync
    void record(Key binding, SyncResult result, SyncResult written);

    /// Records that nothing is left in the member of a binding that is being deleted.
    void clear(Key binding, String bindingUid);
}
