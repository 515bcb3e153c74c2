package dev.archipelago.apiserver.authn;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/// The SHA-256 of a token: what is kept in place of the token itself.
final class TokenHash {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    /// Never fed: a copy costs a fraction of a search through all providers, which every request would make.
    private static final MessageDigest FRESH = fresh();

    private final byte[] hash;

    private TokenHash(byte[] hash) {
        this.hash = hash;
    }

    static TokenHash of(String token) {
        try {
            MessageDigest digest = (MessageDigest) FRESH.clone();
            return new TokenHash(digest.digest(token.getBytes(StandardCharsets.UTF_8)));
        } catch (CloneNotSupportedException e) {
            throw new IllegalStateException("the JDK's SHA-256 can be cloned", e);
        }
    }

    private static MessageDigest fresh() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    /// In a time that does not tell how much of two hashes is the same.
    @Override
    public boolean equals(Object other) {
        return other instanceof TokenHash that && MessageDigest.isEqual(hash, that.hash);
    }

    @Override
    public int hashCode() {
        return (int) (long) LONGS.get(hash, 0);
    }

    @Override
    public String toString() {
        return "TokenHash";
    }
}
