package dev.archipelago.apiserver.authn;

import dev.archipelago.api.authn.UserInfo;
import dev.archipelago.apiserver.pki.DurableFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Tokens that are known from the start, each for one user. Only their hashes are kept.
public final class StaticTokens {
    private static final int TOKEN_BYTES = 32;

    private final List<Known> known;

    private record Known(TokenHash hash, UserInfo user) {}

    private StaticTokens(List<Known> known) {
        this.known = List.copyOf(known);
    }

    public static StaticTokens none() {
        return new StaticTokens(List.of());
    }

    public StaticTokens with(String token, UserInfo user) {
        List<Known> more = new ArrayList<>(known);
        more.add(new Known(TokenHash.of(token), user.authenticated()));
        return new StaticTokens(more);
    }

    /// The token kept in a file that only its owner can read, made on first start.
    public static String open(Path file) throws IOException {
        if (Files.exists(file)) {
            String token = Files.readString(file).strip();
            if (token.isEmpty()) {
                throw new IOException(file + " holds no token");
            }
            return token;
        }
        byte[] random = new byte[TOKEN_BYTES];
        new SecureRandom().nextBytes(random);
        String token = Base64.getUrlEncoder().withoutPadding().encodeToString(random);
        DurableFiles.writeSecret(file, token + "\n");
        return token;
    }

    @Nullable
    UserInfo user(TokenHash hash) {
        // All are compared, so that the time does not tell which one it was.
        UserInfo found = null;
        for (Known entry : known) {
            if (entry.hash.equals(hash)) {
                found = entry.user;
            }
        }
        return found;
    }

    @Override
    public String toString() {
        return "StaticTokens[" + known.size() + "]";
    }
}
