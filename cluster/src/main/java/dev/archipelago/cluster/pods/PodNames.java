package dev.archipelago.cluster.pods;

import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Key;
import dev.archipelago.cluster.kinds.Pod;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Predicate;

/// Generates names for new pods, `<owner>-` and five characters. They look random and are derived from the observed
/// state: two controllers that observe the same choose the same names, and only one of them creates the pods.
final class PodNames {
    private static final String ALPHABET = "bcdfghjklmnpqrstvwxz2456789";
    private static final int SUFFIX_LENGTH = 5;
    private static final int PREFIX_LENGTH_MAX = 58;

    private final ApiObject owner;
    private final Predicate<Key> taken;
    private final Set<String> given = new HashSet<>();
    private long state;

    PodNames(ApiObject owner, Collection<Pod> pods, Predicate<Key> taken) {
        this.owner = owner;
        this.taken = taken;
        // A deleted pod has changed its owner's status, so its name is not generated again.
        long newest = owner.resourceVersion();
        for (Pod pod : pods) {
            newest = Math.max(newest, pod.resourceVersion());
        }
        state = mixed(owner.uid().hashCode()) + mixed(newest);
    }

    /// The next free name.
    String next() {
        while (true) {
            state += 0x9e3779b97f4a7c15L;
            String name = prefix() + suffix(mixed(state));
            if (!taken.test(new Key(owner.namespace(), name)) && given.add(name)) {
                return name;
            }
        }
    }

    String prefix() {
        String prefix = owner.name() + '-';
        return prefix.length() > PREFIX_LENGTH_MAX ? prefix.substring(0, PREFIX_LENGTH_MAX) : prefix;
    }

    private static String suffix(long random) {
        StringBuilder suffix = new StringBuilder(SUFFIX_LENGTH);
        long rest = random >>> 1;
        for (int i = 0; i < SUFFIX_LENGTH; i++) {
            suffix.append(ALPHABET.charAt((int) (rest % ALPHABET.length())));
            rest /= ALPHABET.length();
        }
        return suffix.toString();
    }

    /// Mixes a number (the finalizer of SplitMix64).
    private static long mixed(long number) {
        long z = (number ^ (number >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }
}
