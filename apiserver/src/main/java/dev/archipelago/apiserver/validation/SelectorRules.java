package dev.archipelago.apiserver.validation;

/// The selector by which a workload finds its pods.
final class SelectorRules {
    private SelectorRules() {}

    /// Complains if it is missing, malformed or would select everything.
    static void required(Cursor selector, String kind) {
        if (!selector.present()) {
            selector.required();
            return;
        }
        LabelRules.selector(selector);
        if (LabelRules.selectsNothing(selector)) {
            selector.invalid("empty selector is invalid for " + kind);
        }
    }
}
