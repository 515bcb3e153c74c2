package dev.archipelago.dns.publish;

import java.time.Clock;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.spec.SecretKeySpec;
import org.xbill.DNS.Name;
import org.xbill.DNS.TSIG;
import org.xbill.DNS.TextParseException;

/// The key that a server shares with us to sign what we say to each other.
public final class Key {
    public static final String DEFAULT_ALGORITHM = "hmac-sha256";

    private static final List<String> ALGORITHMS =
            List.of("hmac-sha1", "hmac-sha224", DEFAULT_ALGORITHM, "hmac-sha384", "hmac-sha512");

    private static final Pattern FILE = Pattern.compile(
            "key\\s+\"?([^\\s\"{]+)\"?\\s*\\{\\s*algorithm\\s+\"?([^\\s\";]+)\"?\\s*;\\s*secret\\s+\"?([^\\s\";]+)\"?\\s*;\\s*}\\s*;");

    private final Name name;
    private final Name algorithm;
    private final byte[] secret;

    private Key(Name name, Name algorithm, byte[] secret) {
        this.name = name;
        this.algorithm = algorithm;
        this.secret = secret;
    }

    /// A key of the usual algorithm.
    ///
    /// @param secret in Base64, as in the files that `tsig-keygen` makes
    public static Key of(String name, String secret) {
        return of(name, DEFAULT_ALGORITHM, secret);
    }

    /// The key of a file as `tsig-keygen` makes it.
    ///
    /// @param text such as `key "name" { algorithm hmac-sha256; secret "…"; };`
    public static Key read(String text) {
        Matcher key = FILE.matcher(text.strip());
        if (!key.matches()) {
            // What it is instead stays untold: it may well be a secret.
            throw new IllegalArgumentException("that is no key as tsig-keygen prints it");
        }
        return of(key.group(1), key.group(2), key.group(3));
    }

    /// A key of another algorithm.
    ///
    /// @param algorithm in the spelling of `tsig-keygen`
    public static Key of(String name, String algorithm, String secret) {
        if (!ALGORITHMS.contains(algorithm)) {
            throw new IllegalArgumentException("'" + algorithm + "' is no algorithm for keys: " + ALGORITHMS + " are");
        }
        byte[] bytes;
        try {
            bytes = Base64.getDecoder().decode(secret.strip());
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("the secret of the key '" + name + "' is not Base64", e);
        }
        if (bytes.length == 0) {
            throw new IllegalArgumentException("the secret of the key '" + name + "' is empty");
        }
        try {
            return new Key(Name.fromString(name, Name.root), Name.fromString(algorithm, Name.root), bytes);
        } catch (TextParseException e) {
            throw new IllegalArgumentException("'" + name + "' is no name of a key", e);
        }
    }

    TSIG signer(Clock clock) {
        return new TSIG(algorithm, name, new SecretKeySpec(secret, "HMAC"), clock);
    }

    @Override
    public String toString() {
        return name + " (" + algorithm.toString(true) + ")";
    }
}
