package dev.archipelago.apiserver.pki;

import dev.archipelago.api.pki.ClientIdentity;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECPrivateKey;
import java.security.spec.ECPublicKeySpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x500.X500NameBuilder;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.Extensions;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509ExtensionUtils;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.crypto.ec.CustomNamedCurves;
import org.bouncycastle.math.ec.ECPoint;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.operator.jcajce.JcaContentVerifierProviderBuilder;
import org.bouncycastle.pkcs.PKCSException;
import org.bouncycastle.pkcs.jcajce.JcaPKCS10CertificationRequest;
import org.jspecify.annotations.Nullable;

/// Writes X.509 certificates. The only class that needs BouncyCastle, so that a plain restart never loads it.
final class CertificateMaker {
    /// Clocks of clients may be a little behind ours.
    private static final Duration SKEW = Duration.ofMinutes(5);

    private static final SecureRandom RANDOM = new SecureRandom();

    private CertificateMaker() {}

    static X509Certificate authority(String commonName, KeyPair keys, Instant now, Duration validity)
            throws GeneralSecurityException {
        X500Name name = new X500NameBuilder().addRDN(BCStyle.CN, commonName).build();
        try {
            JcaX509v3CertificateBuilder builder = new JcaX509v3CertificateBuilder(
                    name, serial(), Date.from(now.minus(SKEW)), Date.from(now.plus(validity)), name, keys.getPublic());
            JcaX509ExtensionUtils identifiers = new JcaX509ExtensionUtils();
            builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(true));
            builder.addExtension(
                    Extension.keyUsage,
                    true,
                    new KeyUsage(KeyUsage.digitalSignature | KeyUsage.keyCertSign | KeyUsage.cRLSign));
            builder.addExtension(
                    Extension.subjectKeyIdentifier, false, identifiers.createSubjectKeyIdentifier(keys.getPublic()));
            return sign(builder, keys);
        } catch (IOException e) {
            throw new GeneralSecurityException("cannot encode the certificate", e);
        }
    }

    static X509Certificate leaf(
            CertificateSpec spec, PublicKey holder, ClientIdentity issuer, Instant now, Duration validity)
            throws GeneralSecurityException {
        X500NameBuilder name = new X500NameBuilder();
        for (String organization : spec.organizations()) {
            name.addRDN(BCStyle.O, organization);
        }
        name.addRDN(BCStyle.CN, spec.commonName());
        List<GeneralName> alternatives = new ArrayList<>();
        for (String dnsName : spec.dnsNames()) {
            alternatives.add(new GeneralName(GeneralName.dNSName, dnsName));
        }
        for (InetAddress address : spec.addresses()) {
            alternatives.add(new GeneralName(GeneralName.iPAddress, address.getHostAddress()));
        }
        GeneralNames names = alternatives.isEmpty() ? null : new GeneralNames(alternatives.toArray(new GeneralName[0]));
        return leaf(name.build(), names, spec.usage(), holder, issuer, now, validity);
    }

    /// A certificate for the key of a request, with the request's subject and alternative names and nothing else of
    /// it.
    static X509Certificate fromRequest(
            byte[] request, CertificateSpec.Usage usage, ClientIdentity issuer, Instant now, Duration validity)
            throws GeneralSecurityException {
        try {
            JcaPKCS10CertificationRequest parsed = new JcaPKCS10CertificationRequest(request);
            PublicKey holder = parsed.getPublicKey();
            if (!parsed.isSignatureValid(new JcaContentVerifierProviderBuilder().build(holder))) {
                throw new GeneralSecurityException("the request is not signed by the key it asks a certificate for");
            }
            Extensions extensions = parsed.getRequestedExtensions();
            GeneralNames names = extensions == null
                    ? null
                    : GeneralNames.fromExtensions(extensions, Extension.subjectAlternativeName);
            return leaf(parsed.getSubject(), names, usage, holder, issuer, now, validity);
        } catch (IOException | PKCSException | OperatorCreationException | IllegalArgumentException e) {
            throw new GeneralSecurityException("not a readable certificate request", e);
        }
    }

    /// The pair a private key belongs to, where only that half is left.
    static KeyPair pairOf(PrivateKey key) throws GeneralSecurityException {
        if (!(key instanceof ECPrivateKey elliptic)) {
            throw new GeneralSecurityException("not an elliptic-curve key");
        }
        ECPoint point = CustomNamedCurves.getByName("secp256r1")
                .getG()
                .multiply(elliptic.getS())
                .normalize();
        java.security.spec.ECPoint affine = new java.security.spec.ECPoint(
                point.getAffineXCoord().toBigInteger(), point.getAffineYCoord().toBigInteger());
        return new KeyPair(
                KeyFactory.getInstance("EC").generatePublic(new ECPublicKeySpec(affine, elliptic.getParams())), key);
    }

    private static X509Certificate leaf(
            X500Name subject,
            @Nullable GeneralNames names,
            CertificateSpec.Usage usage,
            PublicKey holder,
            ClientIdentity issuer,
            Instant now,
            Duration validity)
            throws GeneralSecurityException {
        X509Certificate authority = issuer.certificate();
        try {
            JcaX509v3CertificateBuilder builder = new JcaX509v3CertificateBuilder(
                    X500Name.getInstance(authority.getSubjectX500Principal().getEncoded()),
                    serial(),
                    Date.from(now.minus(SKEW)),
                    Date.from(
                            earlier(now.plus(validity), authority.getNotAfter().toInstant())),
                    subject,
                    holder);
            builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(false));
            builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature));
            builder.addExtension(
                    Extension.extendedKeyUsage,
                    false,
                    new ExtendedKeyUsage(KeyPurposeId.getInstance(new ASN1ObjectIdentifier(usage.oid()))));
            builder.addExtension(
                    Extension.authorityKeyIdentifier,
                    false,
                    new JcaX509ExtensionUtils().createAuthorityKeyIdentifier(authority.getPublicKey()));
            if (names != null) {
                builder.addExtension(Extension.subjectAlternativeName, false, names);
            }
            return sign(builder, new KeyPair(authority.getPublicKey(), issuer.key()));
        } catch (IOException e) {
            throw new GeneralSecurityException("cannot encode the certificate", e);
        }
    }

    private static X509Certificate sign(X509v3CertificateBuilder builder, KeyPair issuer)
            throws GeneralSecurityException, IOException {
        try {
            X509CertificateHolder made =
                    builder.build(new JcaContentSignerBuilder("SHA256withECDSA").build(issuer.getPrivate()));
            return (X509Certificate) CertificateFactory.getInstance("X.509")
                    .generateCertificate(new ByteArrayInputStream(made.getEncoded()));
        } catch (OperatorCreationException e) {
            throw new GeneralSecurityException("cannot sign the certificate", e);
        }
    }

    private static Instant earlier(Instant a, Instant b) {
        return a.isBefore(b) ? a : b;
    }

    private static BigInteger serial() {
        // 127 bits, never zero: unique without anything to remember.
        return new BigInteger(127, RANDOM).setBit(0);
    }
}
