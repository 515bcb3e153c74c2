package dev.archipelago.apiserver.cel;

/// What is left to spend on the rules of an object. Belongs to one walk.
final class Budget {
    private long left;

    Budget(long left) {
        this.left = left;
    }

    /// Takes from it; false when there was not enough.
    boolean spend(long cost) {
        left = cost > left ? -1 : left - cost;
        return left >= 0;
    }

    void spendAll() {
        left = -1;
    }

    boolean isSpent() {
        return left < 0;
    }
}
