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

    private final byte[] hash;

    private TokenHash(byte[] hash) {
        this.hash = hash;
    }

    static TokenHash of(String token) {
        try {
            return new TokenHash(MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8)));
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
