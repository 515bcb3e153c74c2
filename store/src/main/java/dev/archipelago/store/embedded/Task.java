package dev.archipelago.store.embedded;

import dev.archipelago.store.NoSpaceException;
import dev.archipelago.store.Outcome;
import dev.archipelago.store.StoreException;
import dev.archipelago.store.Transaction;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// Something that a caller waits for the writer to do.
abstract sealed class Task {
    private final Thread caller = Thread.currentThread();
    private @Nullable StoreException failure;
    private volatile boolean done;

    /// A transaction and what became of it.
    static final class Write extends Task {
        private final Transaction transaction;
        private Outcome outcome = new Outcome.Committed(0);

        Write(Transaction transaction) {
            this.transaction = transaction;
        }

        Transaction transaction() {
            return transaction;
        }

        /// About what it will put into a batch.
        long bytes() {
            long bytes = 0;
            for (Transaction.Change change : transaction.changes()) {
                bytes += change.key().length() + (change instanceof Transaction.Put put ? put.value().length : 0);
            }
            return bytes;
        }

        /// Decided, but not to be told before it is durable.
        void decide(Outcome decided) {
            outcome = decided;
        }

        Outcome awaitOutcome() {
            await();
            return outcome;
        }
    }

    /// A compaction that was asked for.
    static final class Compact extends Task {
        private final long revision;

        Compact(long revision) {
            this.revision = revision;
        }

        long revision() {
            return revision;
        }
    }

    /// Decided: it is not to be done, and is told with the others of its batch.
    final void refuse(StoreException reason) {
        failure = reason;
    }

    final void complete() {
        done = true;
        LockSupport.unpark(caller);
    }

    final void fail(StoreException reason) {
        failure = reason;
        complete();
    }

    /// Waits even when interrupted: the answer comes soon, and a commit cannot be taken back.
    final void await() {
        boolean interrupted = false;
        while (!done) {
            LockSupport.park(this);
            interrupted |= Thread.interrupted();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        if (failure instanceof NoSpaceException) {
            throw new NoSpaceException(String.valueOf(failure.getMessage()));
        }
        if (failure != null) {
            throw new StoreException(String.valueOf(failure.getMessage()), failure);
        }
    }
}
