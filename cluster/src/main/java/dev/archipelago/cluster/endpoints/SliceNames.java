package dev.archipelago.cluster.endpoints;

import dev.archipelago.cluster.kinds.Service;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Predicate;

/// Generates names for new slices, `<service>-<five characters>`, in the form of Kubernetes.
///
/// There they are random. Here they are derived from the service and the taken names, so that two controllers at once
/// choose the same name, and the second is refused instead of creating the same slice again.
final class SliceNames {
    private static final String ALPHABET = "bcdfghjklmnpqrstvwxz2456789";
    private static final int LENGTH = 5;
    private static final long FNV_OFFSET = 0xcbf29ce484222325L;
    private static final long FNV_PRIME = 0x100000001b3L;

    private final Service service;
    private final Predicate<String> isTaken;
    private final Set<String> given = new HashSet<>();

    SliceNames(Service service, Predicate<String> isTaken) {
        this.service = service;
        this.isTaken = isTaken;
    }

    String next(String addressType) {
        for (int i = 0; ; i++) {
            String name = service.name() + '-' + hash(service.uid() + '/' + addressType + '/' + i);
            if (!isTaken.test(name) && given.add(name)) {
                return name;
            }
        }
    }

    private static String hash(String text) {
        long hash = FNV_OFFSET;
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            hash = (hash ^ (b & 0xff)) * FNV_PRIME;
        }
        // The low bits of this hash depend on little of the text.
        hash ^= hash >>> 32;
        StringBuilder name = new StringBuilder(LENGTH);
        for (int i = 0; i < LENGTH; i++) {
            name.append(ALPHABET.charAt((int) Long.remainderUnsigned(hash, ALPHABET.length())));
            hash = Long.divideUnsigned(hash, ALPHABET.length());
        }
        return name.toString();
    }
}
