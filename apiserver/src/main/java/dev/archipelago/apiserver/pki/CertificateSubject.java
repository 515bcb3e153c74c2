package dev.archipelago.apiserver.pki;

import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import javax.naming.InvalidNameException;
import javax.naming.NamingException;
import javax.naming.directory.Attribute;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;
import javax.security.auth.x500.X500Principal;

/// Whom a certificate names: the parts of its subject that Kubernetes reads.
///
/// @param commonName empty when the subject has none; the last one when it has several
/// @param organizations in the order of the certificate
public record CertificateSubject(String commonName, List<String> organizations) {
    public CertificateSubject {
        organizations = List.copyOf(organizations);
    }

    public static CertificateSubject of(X509Certificate certificate) {
        String commonName = "";
        List<String> organizations = new ArrayList<>();
        try {
            // LdapName counts from the right end of the text, which is the order of the certificate.
            for (Rdn rdn :
                    new LdapName(certificate.getSubjectX500Principal().getName(X500Principal.RFC2253)).getRdns()) {
                for (String value : values(rdn, "CN")) {
                    commonName = value;
                }
                organizations.addAll(values(rdn, "O"));
            }
        } catch (InvalidNameException e) {
            throw new IllegalArgumentException("the subject of the certificate is not readable", e);
        }
        return new CertificateSubject(commonName, organizations);
    }

    private static List<String> values(Rdn rdn, String type) {
        Attribute attribute = rdn.toAttributes().get(type);
        if (attribute == null) {
            return List.of();
        }
        List<String> values = new ArrayList<>();
        try {
            for (int i = 0; i < attribute.size(); i++) {
                // Values that are not text come as bytes; no user is called that.
                if (attribute.get(i) instanceof String text) {
                    values.add(text);
                }
            }
        } catch (NamingException e) {
            throw new IllegalStateException("attributes in memory cannot fail", e);
        }
        return values;
    }
}
