package dev.archipelago.federation.schedule.preferences;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Divides a number in proportion to weights, within bounds. No share differs by one or more from its exact part,
/// unless
/// a bound says so; what a bound cuts or adds is divided among the others in the same way.
final class WeightedShares {
    private long pool;
    private List<Share> open = new ArrayList<>();

    /// One part of the whole, whose amount is decided here.
    static final class Share {
        private final long weight;
        private final long least;
        private final long most;
        private long amount;

        /// @param least at most what is divided, and so is the sum of all
        /// @param most not less than `least`
        Share(long weight, long least, long most) {
            this.weight = weight;
            this.least = least;
            this.most = most;
            this.amount = least;
        }

        long amount() {
            return amount;
        }
    }

    private WeightedShares(long pool) {
        this.pool = pool;
    }

    /// Sets the amounts. A share without a weight gets its least.
    ///
    /// @param shares of those with equal parts, the first get what cannot be divided
    /// @return what no share could take
    static long divide(long pool, List<Share> shares) {
        WeightedShares division = new WeightedShares(pool);
        for (Share share : shares) {
            if (share.weight > 0) {
                division.open.add(share);
            } else {
                division.pool -= share.amount;
            }
        }
        while (!division.open.isEmpty() && division.settleBounded()) {
            // Each round decides at least one share.
        }
        division.deal();
        return division.pool;
    }

    private BigInteger weights() {
        return BigInteger.valueOf(open.stream().mapToLong(share -> share.weight).sum());
    }

    /// How much the exact part of a share exceeds an amount, times all weights.
    private BigInteger excess(Share share, long amount, BigInteger weights) {
        return BigInteger.valueOf(pool)
                .multiply(BigInteger.valueOf(share.weight))
                .subtract(BigInteger.valueOf(amount).multiply(weights));
    }

    /// Settles the shares whose exact parts are out of their bounds: those below when they lack more in all than those
    /// above have too much, otherwise those above.
    ///
    /// @return whether there were any
    private boolean settleBounded() {
        BigInteger weights = weights();
        BigInteger balance = BigInteger.ZERO;
        List<Share> below = new ArrayList<>();
        List<Share> above = new ArrayList<>();
        for (Share share : open) {
            BigInteger overLeast = excess(share, share.least, weights);
            BigInteger overMost = excess(share, share.most, weights);
            if (overLeast.signum() < 0) {
                below.add(share);
                balance = balance.add(overLeast);
            } else if (overMost.signum() > 0) {
                above.add(share);
                balance = balance.add(overMost);
            }
        }
        boolean takesBelow = balance.signum() <= 0 && !below.isEmpty();
        for (Share share : takesBelow ? below : above) {
            share.amount = takesBelow ? share.least : share.most;
            pool -= share.amount;
            open.remove(share);
        }
        return takesBelow || !above.isEmpty();
    }

    /// Gives each share the whole part of its exact one, and what is left to those with the largest fractions.
    private void deal() {
        if (open.isEmpty()) {
            return;
        }
        BigInteger weights = weights();
        BigInteger whole = BigInteger.valueOf(pool);
        record Fraction(Share share, BigInteger rest) {}
        List<Fraction> fractions = new ArrayList<>();
        for (Share share : open) {
            BigInteger[] part = whole.multiply(BigInteger.valueOf(share.weight)).divideAndRemainder(weights);
            share.amount = part[0].longValueExact();
            pool -= share.amount;
            fractions.add(new Fraction(share, part[1]));
        }
        fractions.sort(Comparator.comparing(Fraction::rest).reversed());
        for (Fraction fraction : fractions) {
            if (pool > 0 && fraction.share.amount < fraction.share.most) {
                fraction.share.amount++;
                pool--;
            }
        }
    }
}
