package dev.archipelago.federation.membership;

import dev.archipelago.controller.plan.Remark;

/// The reasons of what is said of a template by those who bring its objects in members in line.
public final class SyncReasons {
    public static final String SUCCESS = "SyncSucceed";
    public static final String FAILURE = "SyncFailed";

    /// Somebody else had changed or deleted an object in a member, and it is as it was again.
    public static final String DRIFT_REPAIRED = "DriftRepaired";

    private SyncReasons() {}

    /// Whether it becomes an Event: that all is well is no news.
    static boolean isNews(Remark remark) {
        return remark.warning() || remark.reason().equals(DRIFT_REPAIRED);
    }
}
