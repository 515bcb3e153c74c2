package dev.archipelago.apiserver.pki;

import dev.archipelago.api.pki.ClientIdentity;
import dev.archipelago.api.pki.Pem;
import dev.archipelago.store.files.PrivateFiles;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// The authority that vouches for this server and for its users' certificates.
///
/// It is made on first start in `ca.key` and then `ca.crt`, and found again later. Losing `ca.key` cannot be repaired,
/// and is an error; an aged `ca.crt`, or one that a first start did not come to, is made for the same key, so that what
/// was signed before stays valid.
public final class CertificateAuthority {
    private static final Duration AUTHORITY_VALIDITY = Duration.ofDays(3653);
    private static final Duration LEAF_VALIDITY = Duration.ofDays(365);
    private static final Duration RENEW_BEFORE = Duration.ofDays(30);
    private static final String SUBJECT_KEY_IDENTIFIER = "2.5.29.14";
    private static final String AUTHORITY_KEY_IDENTIFIER = "2.5.29.35";
    private static final int KEY_IDENTIFIER_BYTES = 20;
    private static final int DNS_NAME = 2;
    private static final int IP_ADDRESS = 7;

    private final Path directory;
    private final InstantSource clock;
    private final ClientIdentity authority;

    private CertificateAuthority(Path directory, InstantSource clock, ClientIdentity authority) {
        this.directory = directory;
        this.clock = clock;
        this.authority = authority;
    }

    /// Opens the authority of a directory, or makes it on first start.
    ///
    /// @throws IOException when files cannot be read or written
    /// @throws GeneralSecurityException when files are there but not usable; the message names the file
    public static CertificateAuthority open(Path directory, InstantSource clock)
            throws IOException, GeneralSecurityException {
        PrivateFiles.createDirectories(directory);
        Path certificateFile = directory.resolve("ca.crt");
        Path keyFile = directory.resolve("ca.key");
        if (!Files.exists(keyFile)) {
            if (Files.exists(certificateFile)) {
                throw new GeneralSecurityException(certificateFile + " is there but its key " + keyFile + " is not");
            }
            DurableFiles.writeSecret(keyFile, Pem.encode(Keys.generate()));
        }
        KeyPair keys = read(keyFile, Keys::read);
        X509Certificate certificate = Files.exists(certificateFile)
                ? read(certificateFile, pem -> Pem.certificates(pem).getFirst())
                : makeAuthority(certificateFile, keys, clock.instant());
        if (!keys.getPublic().equals(certificate.getPublicKey())) {
            throw new GeneralSecurityException(keyFile + " is not the key of " + certificateFile);
        }
        if (endsSoon(certificate, clock.instant())) {
            certificate = makeAuthority(certificateFile, keys, clock.instant());
        }
        return new CertificateAuthority(directory, clock, new ClientIdentity(keys.getPrivate(), List.of(certificate)));
    }

    public X509Certificate certificate() {
        return authority.certificate();
    }

    /// The identity kept in `NAME.crt` and `NAME.key`, issued anew when it is missing, ends soon, was signed by
    /// another authority, or no longer says what is asked for.
    public ClientIdentity identity(String name, CertificateSpec spec) throws IOException, GeneralSecurityException {
        Optional<ClientIdentity> found = find(name);
        if (found.isPresent() && says(found.get().certificate(), spec)) {
            return found.get();
        }
        KeyPair keys = Keys.generate();
        ClientIdentity issued = new ClientIdentity(
                keys.getPrivate(),
                List.of(
                        CertificateMaker.leaf(spec, keys.getPublic(), authority, clock.instant(), LEAF_VALIDITY),
                        authority.certificate()));
        DurableFiles.writeSecret(keyFile(name), Pem.encode(keys));
        // The key goes first: a crash in between leaves a pair that does not match, which is then issued again.
        DurableFiles.writeSecret(
                certificateFile(name), Pem.encode(issued.certificate()) + Pem.encode(authority.certificate()));
        return issued;
    }

    /// An identity that is handed out and not kept.
    public ClientIdentity issue(CertificateSpec spec) throws GeneralSecurityException {
        KeyPair keys = Keys.generate();
        X509Certificate made = CertificateMaker.leaf(spec, keys.getPublic(), authority, clock.instant(), LEAF_VALIDITY);
        return new ClientIdentity(keys.getPrivate(), List.of(made, authority.certificate()));
    }

    /// Signs a certificate request, PEM encoded. What the request may ask for is for the caller to decide.
    ///
    /// @throws GeneralSecurityException when the request is not well formed or not signed by its own key
    public X509Certificate sign(String request, CertificateSpec.Usage usage, Duration validity)
            throws GeneralSecurityException {
        List<byte[]> blocks = Pem.blocks("CERTIFICATE REQUEST", request);
        if (blocks.size() != 1) {
            throw new GeneralSecurityException("expected one PEM block \"CERTIFICATE REQUEST\"");
        }
        return CertificateMaker.fromRequest(blocks.getFirst(), usage, authority, clock.instant(), validity);
    }

    private Optional<ClientIdentity> find(String name) throws IOException {
        if (!Files.exists(keyFile(name)) || !Files.exists(certificateFile(name))) {
            return Optional.empty();
        }
        try {
            KeyPair keys = read(keyFile(name), Keys::read);
            List<X509Certificate> chain = read(certificateFile(name), Pem::certificates);
            return !chain.isEmpty() && keys.getPublic().equals(chain.getFirst().getPublicKey())
                    ? Optional.of(new ClientIdentity(keys.getPrivate(), chain))
                    : Optional.empty();
        } catch (GeneralSecurityException e) {
            // Unlike the authority, an issued identity can be replaced without loss.
            return Optional.empty();
        }
    }

    private boolean says(X509Certificate certificate, CertificateSpec spec) throws GeneralSecurityException {
        if (endsSoon(certificate, clock.instant()) || !signedByUs(certificate)) {
            return false;
        }
        List<String> usages = certificate.getExtendedKeyUsage();
        CertificateSubject subject = CertificateSubject.of(certificate);
        return usages != null
                && usages.contains(spec.usage().oid())
                && subject.commonName().equals(spec.commonName())
                && subject.organizations().equals(spec.organizations())
                && alternativeNames(certificate).equals(spec.alternativeNames());
    }

    /// Told by the key identifiers: these are our own files, and checking the signature takes a cold JVM tens of
    /// milliseconds.
    private boolean signedByUs(X509Certificate certificate) {
        byte[] ours = authority.certificate().getExtensionValue(SUBJECT_KEY_IDENTIFIER);
        byte[] theirs = certificate.getExtensionValue(AUTHORITY_KEY_IDENTIFIER);
        return ours != null
                && theirs != null
                && ours.length >= KEY_IDENTIFIER_BYTES
                && theirs.length >= KEY_IDENTIFIER_BYTES
                && Arrays.equals(
                        ours,
                        ours.length - KEY_IDENTIFIER_BYTES,
                        ours.length,
                        theirs,
                        theirs.length - KEY_IDENTIFIER_BYTES,
                        theirs.length);
    }

    private static boolean endsSoon(X509Certificate certificate, Instant now) {
        return certificate.getNotAfter().toInstant().isBefore(now.plus(RENEW_BEFORE));
    }

    private static Set<String> alternativeNames(X509Certificate certificate) throws CertificateParsingException {
        Set<String> names = new TreeSet<>();
        Collection<List<?>> entries = certificate.getSubjectAlternativeNames();
        if (entries == null) {
            return names;
        }
        for (List<?> entry : entries) {
            if (!(entry.get(0) instanceof Integer type) || !(entry.get(1) instanceof String text)) {
                continue;
            }
            if (type == DNS_NAME) {
                names.add(text);
            } else if (type == IP_ADDRESS) {
                // The JDK and InetAddress may abbreviate the same IPv6 address differently.
                names.add(InetAddress.ofLiteral(text).getHostAddress());
            }
        }
        return names;
    }

    private static X509Certificate makeAuthority(Path file, KeyPair keys, Instant now)
            throws IOException, GeneralSecurityException {
        X509Certificate made = CertificateMaker.authority("archipelago-ca", keys, now, AUTHORITY_VALIDITY);
        DurableFiles.writeSecret(file, Pem.encode(made));
        return made;
    }

    private Path keyFile(String name) {
        return directory.resolve(name + ".key");
    }

    private Path certificateFile(String name) {
        return directory.resolve(name + ".crt");
    }

    private interface Reading<T> {
        T from(String pem) throws GeneralSecurityException;
    }

    private static <T> T read(Path file, Reading<T> reading) throws IOException, GeneralSecurityException {
        try {
            return reading.from(Files.readString(file));
        } catch (GeneralSecurityException | RuntimeException e) {
            throw new GeneralSecurityException(file + " cannot be read: " + e.getMessage(), e);
        }
    }
}
