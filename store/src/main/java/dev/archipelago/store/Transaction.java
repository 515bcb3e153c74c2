package dev.archipelago.store;

import java.util.HashSet;
import java.util.List;

/// Changes that happen together or not at all, if all guards hold. No key may be changed twice.
public record Transaction(List<Guard> guards, List<Change> changes) {

    public Transaction {
        guards = List.copyOf(guards);
        changes = List.copyOf(changes);
        if (changes.size() > 1) {
            checkDistinct(changes);
        }
    }

    private static void checkDistinct(List<Change> changes) {
        var keys = new HashSet<String>();
        for (Change change : changes) {
            if (!keys.add(change.key())) {
                throw new IllegalArgumentException("a transaction must not change " + change.key() + " twice");
            }
        }
    }

    /// Holds when the key's newest version has exactly this modRevision; 0 stands for a key that does not exist.
    public record Guard(String key, long modRevision) {
        public Guard {
            Keys.check(key);
        }
    }

    public sealed interface Change {
        String key();
    }

    public record Put(String key, byte[] value) implements Change {
        public Put {
            Keys.check(key);
        }
    }

    public record Delete(String key) implements Change {
        public Delete {
            Keys.check(key);
        }
    }

    /// Writes a key that must not exist yet.
    public static Transaction create(String key, byte[] value) {
        return replace(key, value, 0);
    }

    /// Overwrites the version of a key that was read at `modRevision`.
    public static Transaction replace(String key, byte[] value, long modRevision) {
        return new Transaction(List.of(new Guard(key, modRevision)), List.of(new Put(key, value)));
    }

    /// Deletes the version of a key that was read at `modRevision`.
    public static Transaction delete(String key, long modRevision) {
        return new Transaction(List.of(new Guard(key, modRevision)), List.of(new Delete(key)));
    }
}
