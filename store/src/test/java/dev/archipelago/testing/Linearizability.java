package dev.archipelago.testing;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// Decides whether a recorded history of registers could have come from one register each, used by one caller at a
/// time (Wing and Gong's search, with Lowe's memory of configurations already tried).
///
/// Registers are independent, so each is checked by itself: a history is linearizable exactly if all its registers
/// are.
public final class Linearizability {
    private Linearizability() {}

    /// Looks for a register whose history has no explanation.
    ///
    /// @return its name, or empty when everything is explained
    public static Optional<String> findViolation(List<Operation> history) {
        var byRegister = new TreeMap<String, List<Operation>>();
        for (Operation operation : history) {
            byRegister
                    .computeIfAbsent(operation.register(), absent -> new ArrayList<>())
                    .add(operation);
        }
        for (Map.Entry<String, List<Operation>> entry : byRegister.entrySet()) {
            if (!linearizable(entry.getValue())) {
                return Optional.of(entry.getKey());
            }
        }
        return Optional.empty();
    }

    /// What has been put in order so far, and what is in the register then.
    private record Configuration(BitSet done, Optional<String> value) {}

    /// An operation that was put in order, and where to go back to if that leads nowhere.
    private record Choice(int operation, Optional<String> valueBefore) {}

    private static boolean linearizable(List<Operation> unsorted) {
        List<Operation> operations = unsorted.stream()
                .sorted(Comparator.comparingLong(Operation::called))
                .toList();
        var done = new BitSet();
        var tried = new HashSet<Configuration>();
        Deque<Choice> path = new ArrayDeque<>();
        Optional<String> value = Optional.empty();
        int next = 0;
        while (!allAnswered(operations, done)) {
            next = nextCandidate(operations, done, next);
            if (next < 0) {
                if (path.isEmpty()) {
                    return false;
                }
                Choice last = path.pop();
                done.clear(last.operation());
                value = last.valueBefore();
                next = last.operation() + 1;
                continue;
            }
            Operation.Action action = operations.get(next).action();
            if (possible(action, value) && isNew(tried, done, next, after(action, value))) {
                path.push(new Choice(next, value));
                done.set(next);
                value = after(action, value);
                next = 0;
            } else {
                next++;
            }
        }
        return true;
    }

    private static boolean isNew(Set<Configuration> tried, BitSet done, int operation, Optional<String> after) {
        BitSet with = (BitSet) done.clone();
        with.set(operation);
        return tried.add(new Configuration(with, after));
    }

    private static boolean allAnswered(List<Operation> operations, BitSet done) {
        for (int i = done.nextClearBit(0); i < operations.size(); i = done.nextClearBit(i + 1)) {
            if (operations.get(i).outcomeKnown()) {
                return false;
            }
        }
        return true;
    }

    /// The next operation, at or after an index, that may come first of those not yet in order: it was called before
    /// any of them returned. -1 if there is none.
    private static int nextCandidate(List<Operation> operations, BitSet done, int from) {
        long firstReturn = Long.MAX_VALUE;
        for (int i = done.nextClearBit(0); i < operations.size(); i = done.nextClearBit(i + 1)) {
            Operation operation = operations.get(i);
            if (operation.called() > firstReturn) {
                break;
            }
            firstReturn = Math.min(firstReturn, operation.returned());
        }
        int candidate = done.nextClearBit(from);
        boolean possible =
                candidate < operations.size() && operations.get(candidate).called() <= firstReturn;
        return possible ? candidate : -1;
    }

    private static boolean possible(Operation.Action action, Optional<String> value) {
        return switch (action) {
            case Operation.Read read -> read.value().equals(value);
            case Operation.Write write -> true;
            case Operation.Swap swap -> swap.from().equals(value);
            case Operation.RefusedSwap refused -> !refused.from().equals(value);
        };
    }

    private static Optional<String> after(Operation.Action action, Optional<String> value) {
        return switch (action) {
            case Operation.Read read -> value;
            case Operation.Write write -> write.value();
            case Operation.Swap swap -> swap.to();
            case Operation.RefusedSwap refused -> value;
        };
    }
}
