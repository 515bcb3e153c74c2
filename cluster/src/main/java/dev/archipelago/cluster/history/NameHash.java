package dev.archipelago.cluster.history;

import java.nio.charset.StandardCharsets;
import tools.jackson.databind.JsonNode;

/// Short hashes of templates for object names.
public final class NameHash {
    private static final String ALPHABET = "bcdfghjklmnpqrstvwxz2456789";
    private static final int FNV_BASIS = 0x811c9dc5;
    private static final int FNV_PRIME = 0x01000193;

    private NameHash() {}

    /// The hash of a template: FNV-1a over its canonical form and the number of collisions.
    public static String of(JsonNode template, int collisions) {
        int hash = FNV_BASIS;
        for (byte b : RevisionData.canonical(template).getBytes(StandardCharsets.UTF_8)) {
            hash = (hash ^ (b & 0xff)) * FNV_PRIME;
        }
        for (int shift = 0; shift < Long.SIZE && collisions > 0; shift += Byte.SIZE) {
            hash = (hash ^ (int) (((long) collisions >> shift) & 0xff)) * FNV_PRIME;
        }
        return spelled(hash);
    }

    /// A number without vowels, so that it spells no word.
    static String spelled(int hash) {
        String decimal = Integer.toUnsignedString(hash);
        StringBuilder name = new StringBuilder(decimal.length());
        for (int i = 0; i < decimal.length(); i++) {
            name.append(ALPHABET.charAt(decimal.charAt(i) % ALPHABET.length()));
        }
        return name.toString();
    }
}
