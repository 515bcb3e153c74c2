package dev.archipelago.apiserver.pki;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.archipelago.api.pki.ClientIdentity;
import dev.archipelago.api.pki.Pem;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import javax.security.auth.x500.X500Principal;
import org.bouncycastle.asn1.pkcs.PKCSObjectIdentifiers;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.ExtensionsGenerator;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.pkcs.jcajce.JcaPKCS10CertificationRequestBuilder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CertificateAuthorityTest {
    private static final CertificateSpec SERVER =
            CertificateSpec.server("kube-apiserver", List.of("kubernetes", "localhost"), List.of(address("127.0.0.1")));

    @TempDir
    Path directory;

    private Instant now = Instant.now();
    private final InstantSource clock = () -> now;
    private CertificateAuthority authority;

    @BeforeEach
    void open() throws Exception {
        authority = CertificateAuthority.open(directory, clock);
    }

    @Test
    void keepsItsFilesForTheirOwner() throws Exception {
        authority.identity("apiserver", SERVER);

        for (String secret : List.of("ca.key", "ca.crt", "apiserver.key", "apiserver.crt")) {
            assertThat(permissions(secret)).as(secret).isEqualTo("rw-------");
        }
        try (var files = Files.list(directory)) {
            assertThat(files.map(f -> f.getFileName().toString()))
                    .containsExactlyInAnyOrder("ca.key", "ca.crt", "apiserver.key", "apiserver.crt");
        }
    }

    @Test
    void makesAnAuthorityForTenYearsOnP256() {
        X509Certificate certificate = authority.certificate();

        assertThat(certificate.getBasicConstraints()).isNotNegative();
        assertThat(certificate.getSigAlgName()).isEqualTo("SHA256withECDSA");
        assertThat(Duration.between(now, certificate.getNotAfter().toInstant()).toDays())
                .isBetween(3651L, 3653L);
    }

    @Test
    void findsTheSameCertificatesAfterARestart() throws Exception {
        ClientIdentity before = authority.identity("apiserver", SERVER);

        CertificateAuthority reopened = CertificateAuthority.open(directory, clock);

        assertThat(reopened.certificate()).isEqualTo(authority.certificate());
        assertThat(reopened.identity("apiserver", SERVER)).isEqualTo(before);
    }

    @Test
    void namesTheServerAsAsked() throws Exception {
        CertificateSpec spec = CertificateSpec.server(
                "kube-apiserver", List.of("kubernetes"), List.of(address("10.96.0.1"), address("::1")));

        X509Certificate certificate = authority.identity("apiserver", spec).certificate();

        assertThat(certificate.getSubjectAlternativeNames())
                .extracting(entry -> entry.get(0) + "=" + entry.get(1))
                .containsExactly("2=kubernetes", "7=10.96.0.1", "7=0:0:0:0:0:0:0:1");
        assertThat(certificate.getExtendedKeyUsage()).containsExactly("1.3.6.1.5.5.7.3.1");
        certificate.verify(authority.certificate().getPublicKey());
        // An IPv6 name must be recognised as unchanged, however it is abbreviated.
        assertThat(authority.identity("apiserver", spec).certificate()).isEqualTo(certificate);
    }

    @Test
    void issuesAnewWhenTheNamesChange() throws Exception {
        X509Certificate before = authority.identity("apiserver", SERVER).certificate();

        X509Certificate after = authority
                .identity("apiserver", CertificateSpec.server("kube-apiserver", List.of("other"), List.of()))
                .certificate();

        assertThat(after.getSerialNumber()).isNotEqualTo(before.getSerialNumber());
        assertThat(after.getSubjectAlternativeNames()).hasSize(1);
    }

    @Test
    void issuesAnewWhenTheGroupsChange() throws Exception {
        X509Certificate before = authority
                .identity("jane", CertificateSpec.client("jane", "dev"))
                .certificate();

        ClientIdentity after = authority.identity("jane", CertificateSpec.client("jane", "dev", "ops"));

        assertThat(after.certificate()).isNotEqualTo(before);
        assertThat(CertificateSubject.of(after.certificate()))
                .isEqualTo(new CertificateSubject("jane", List.of("dev", "ops")));
        assertThat(after.certificate().getExtendedKeyUsage()).containsExactly("1.3.6.1.5.5.7.3.2");
    }

    @Test
    void issuesAnewWhenTheCertificateEndsSoon() throws Exception {
        X509Certificate before = authority.identity("apiserver", SERVER).certificate();
        now = now.plus(Duration.ofDays(300));
        assertThat(authority.identity("apiserver", SERVER).certificate()).isEqualTo(before);

        now = now.plus(Duration.ofDays(40));

        assertThat(authority.identity("apiserver", SERVER).certificate().getNotAfter())
                .isAfter(before.getNotAfter());
    }

    @Test
    void issuesAnewWhenAFileIsLostOrDamaged() throws Exception {
        for (String file : List.of("apiserver.key", "apiserver.crt")) {
            X509Certificate before = authority.identity("apiserver", SERVER).certificate();
            Files.delete(directory.resolve(file));
            X509Certificate after = authority.identity("apiserver", SERVER).certificate();
            assertThat(after).as("lost %s", file).isNotEqualTo(before);

            Files.writeString(
                    directory.resolve(file), "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n");
            assertThat(authority.identity("apiserver", SERVER).certificate())
                    .as("damaged %s", file)
                    .isNotEqualTo(after);
        }
    }

    @Test
    void makesALostAuthorityCertificateAgainForTheSameKey() throws Exception {
        ClientIdentity leaf = authority.identity("apiserver", SERVER);
        Files.delete(directory.resolve("ca.crt"));

        CertificateAuthority reopened = CertificateAuthority.open(directory, clock);

        assertThat(reopened.certificate().getPublicKey())
                .isEqualTo(authority.certificate().getPublicKey());
        assertThat(reopened.identity("apiserver", SERVER).certificate()).isEqualTo(leaf.certificate());
    }

    @Test
    void takesAKeyFileWithThePrivateHalfOnly() throws Exception {
        Path file = directory.resolve("ca.key");
        DurableFiles.writeSecret(file, Pem.encode(Pem.privateKey(Files.readString(file))));

        assertThat(CertificateAuthority.open(directory, clock).certificate()).isEqualTo(authority.certificate());
    }

    @Test
    void issuesAnewForAnotherAuthority() throws Exception {
        X509Certificate before = authority.identity("apiserver", SERVER).certificate();
        Files.delete(directory.resolve("ca.crt"));
        Files.delete(directory.resolve("ca.key"));

        CertificateAuthority other = CertificateAuthority.open(directory, clock);

        assertThat(other.identity("apiserver", SERVER).certificate()).isNotEqualTo(before);
    }

    @Test
    void refusesToGoOnWithoutItsKey() throws Exception {
        Files.delete(directory.resolve("ca.key"));

        assertThatThrownBy(() -> CertificateAuthority.open(directory, clock))
                .isInstanceOf(GeneralSecurityException.class)
                .hasMessageContaining("ca.key");
    }

    @Test
    void refusesAKeyOfAnotherAuthority() throws Exception {
        DurableFiles.writeSecret(directory.resolve("ca.key"), Pem.encode(Keys.generate()));

        assertThatThrownBy(() -> CertificateAuthority.open(directory, clock)).hasMessageContaining("is not the key of");
    }

    @Test
    void signsARequestWithItsSubjectAndNames() throws Exception {
        KeyPair keys = Keys.generate();

        X509Certificate signed = authority.sign(request(keys, keys), CertificateSpec.Usage.CLIENT, Duration.ofHours(1));

        assertThat(CertificateSubject.of(signed))
                .isEqualTo(new CertificateSubject("system:node:n1", List.of("system:nodes")));
        assertThat(signed.getPublicKey()).isEqualTo(keys.getPublic());
        assertThat(signed.getSubjectAlternativeNames()).hasSize(1);
        assertThat(signed.getBasicConstraints()).isNegative();
        assertThat(signed.getNotAfter().toInstant()).isBefore(now.plus(Duration.ofMinutes(61)));
        signed.verify(authority.certificate().getPublicKey());
    }

    @Test
    void refusesARequestSignedByAnotherKey() throws Exception {
        String forged = request(Keys.generate(), Keys.generate());

        assertThatThrownBy(() -> authority.sign(forged, CertificateSpec.Usage.CLIENT, Duration.ofHours(1)))
                .hasMessageContaining("not signed by the key");
        assertThatThrownBy(() -> authority.sign("nonsense", CertificateSpec.Usage.CLIENT, Duration.ofHours(1)))
                .hasMessageContaining("CERTIFICATE REQUEST");
    }

    @Test
    void neverPrintsAKey() throws Exception {
        ClientIdentity identity = authority.identity("jane", CertificateSpec.client("jane", "dev"));

        assertThat(identity.toString()).isEqualTo("Identity[CN=jane, O=dev]");
    }

    @Test
    void keepsTheSigningKeyAndRestoresItsPublicHalf() throws Exception {
        KeyPair first = SigningKeys.open(directory);
        assertThat(permissions("sa.key")).isEqualTo("rw-------");
        assertThat(SigningKeys.open(directory).getPublic()).isEqualTo(first.getPublic());

        Files.delete(directory.resolve("sa.pub"));

        KeyPair restored = SigningKeys.open(directory);
        assertThat(restored.getPublic()).isEqualTo(first.getPublic());
        assertThat(Pem.publicKey(Files.readString(directory.resolve("sa.pub")))).isEqualTo(first.getPublic());
    }

    private String permissions(String file) throws Exception {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(directory.resolve(file)));
    }

    private static String request(KeyPair holder, KeyPair signer) throws Exception {
        ExtensionsGenerator extensions = new ExtensionsGenerator();
        extensions.addExtension(
                Extension.subjectAlternativeName, false, new GeneralNames(new GeneralName(GeneralName.dNSName, "n1")));
        byte[] der = new JcaPKCS10CertificationRequestBuilder(
                        new X500Principal("CN=system:node:n1,O=system:nodes"), holder.getPublic())
                .addAttribute(PKCSObjectIdentifiers.pkcs_9_at_extensionRequest, extensions.generate())
                .build(new JcaContentSignerBuilder("SHA256withECDSA").build(signer.getPrivate()))
                .getEncoded();
        return "-----BEGIN CERTIFICATE REQUEST-----\n"
                + java.util.Base64.getMimeEncoder().encodeToString(der) + "\n-----END CERTIFICATE REQUEST-----\n";
    }

    private static InetAddress address(String literal) {
        return InetAddress.ofLiteral(literal);
    }
}
