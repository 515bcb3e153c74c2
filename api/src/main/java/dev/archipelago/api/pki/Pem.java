package dev.archipelago.api.pki;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.cert.CertificateEncodingException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/// The textual form of keys and certificates. Keys are elliptic-curve keys, as those are all this server makes.
public final class Pem {
    private static final String CERTIFICATE = "CERTIFICATE";
    private static final String PRIVATE_KEY = "PRIVATE KEY";
    private static final String PUBLIC_KEY = "PUBLIC KEY";
    private static final byte[] NEWLINE = {'\n'};
    private static final int LINE_LENGTH = 64;

    private Pem() {}

    public static String encode(X509Certificate certificate) {
        try {
            return block(CERTIFICATE, certificate.getEncoded());
        } catch (CertificateEncodingException e) {
            throw new IllegalArgumentException("the certificate has no encoding", e);
        }
    }

    /// Both halves, the private one first: readers that want only that one stop there, and we need not compute the
    /// other to know which certificate it belongs to.
    public static String encode(KeyPair keys) {
        return encode(keys.getPrivate()) + encode(keys.getPublic());
    }

    public static String encode(PrivateKey key) {
        return block(PRIVATE_KEY, key.getEncoded());
    }

    public static String encode(PublicKey key) {
        return block(PUBLIC_KEY, key.getEncoded());
    }

    /// All certificates of a text, in order; other blocks are passed over.
    public static List<X509Certificate> certificates(String pem) throws GeneralSecurityException {
        CertificateFactory factory = CertificateFactory.getInstance("X.509");
        List<X509Certificate> certificates = new ArrayList<>();
        for (byte[] der : blocks(CERTIFICATE, pem)) {
            certificates.add((X509Certificate) factory.generateCertificate(new ByteArrayInputStream(der)));
        }
        return List.copyOf(certificates);
    }

    public static PrivateKey privateKey(String pem) throws GeneralSecurityException {
        return KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(only(PRIVATE_KEY, pem)));
    }

    /// Whether a text has the public half, too.
    public static boolean hasPublicKey(String pem) throws GeneralSecurityException {
        return !blocks(PUBLIC_KEY, pem).isEmpty();
    }

    public static PublicKey publicKey(String pem) throws GeneralSecurityException {
        return KeyFactory.getInstance("EC").generatePublic(new X509EncodedKeySpec(only(PUBLIC_KEY, pem)));
    }

    /// The bytes of every block of one type.
    ///
    /// @throws GeneralSecurityException when a block is cut short or is not base64
    public static List<byte[]> blocks(String type, String pem) throws GeneralSecurityException {
        String begin = "-----BEGIN " + type + "-----";
        String end = "-----END " + type + "-----";
        List<byte[]> blocks = new ArrayList<>();
        for (int at = pem.indexOf(begin); at >= 0; at = pem.indexOf(begin, at)) {
            int from = at + begin.length();
            int to = pem.indexOf(end, from);
            if (to < 0) {
                throw new GeneralSecurityException("PEM block \"" + type + "\" has no end");
            }
            try {
                blocks.add(Base64.getMimeDecoder().decode(pem.substring(from, to)));
            } catch (IllegalArgumentException e) {
                // The cause would quote what it could not read, and that may be a key.
                throw new GeneralSecurityException("PEM block \"" + type + "\" is not base64");
            }
            at = to + end.length();
        }
        return blocks;
    }

    private static byte[] only(String type, String pem) throws GeneralSecurityException {
        List<byte[]> found = blocks(type, pem);
        if (found.size() != 1) {
            throw new GeneralSecurityException("expected one PEM block \"" + type + "\", found " + found.size());
        }
        return found.getFirst();
    }

    private static String block(String type, byte[] der) {
        String body = new String(Base64.getMimeEncoder(LINE_LENGTH, NEWLINE).encode(der), StandardCharsets.US_ASCII);
        return "-----BEGIN " + type + "-----\n" + body + "\n-----END " + type + "-----\n";
    }
}
