package dev.archipelago.apiserver.authn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.api.authn.ServiceAccountNames;
import dev.archipelago.api.authn.UserInfo;
import dev.archipelago.apiserver.pki.CertificateAuthority;
import dev.archipelago.apiserver.pki.CertificateSpec;
import dev.archipelago.apiserver.pki.SigningKeys;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class AuthenticatorTest {
    @TempDir
    Path directory;

    private Instant now = Instant.now();
    private final InstantSource clock = () -> now;
    private CertificateAuthority authority;
    private Authenticator authenticator;
    private String adminToken;

    @BeforeEach
    void start() throws Exception {
        authority = CertificateAuthority.open(directory, clock);
        adminToken = StaticTokens.open(directory.resolve("admin.token"));
        authenticator = new Authenticator(
                clock,
                StaticTokens.none()
                        .with("other-token", UserInfo.of("other"))
                        .with(adminToken, UserInfo.of("admin", "system:masters")),
                new ServiceAccountTokens(
                        new ServiceAccountTokens.Settings(
                                "https://issuer",
                                List.of("https://issuer"),
                                SigningKeys.open(directory),
                                List.of(),
                                clock,
                                () -> "id"),
                        new FakeObjects()));
    }

    @Test
    void readsUserAndGroupsFromTheCertificate() throws Exception {
        X509Certificate jane =
                authority.issue(CertificateSpec.client("jane", "dev", "ops")).certificate();

        UserInfo user = user(authenticator.authenticate(jane, null));

        assertThat(user.name()).isEqualTo("jane");
        assertThat(user.groups()).containsExactly("dev", "ops", "system:authenticated");
        assertThat(user.extra().get(UserInfo.CREDENTIAL_ID))
                .singleElement()
                .asString()
                .matches("X509SHA256=[0-9a-f]{64}");
    }

    @Test
    void prefersTheCertificateToTheToken() throws Exception {
        X509Certificate jane = authority.issue(CertificateSpec.client("jane")).certificate();

        assertThat(user(authenticator.authenticate(jane, "Bearer " + adminToken))
                        .name())
                .isEqualTo("jane");
        assertThat(user(authenticator.authenticate(jane, "Bearer wrong")).name())
                .isEqualTo("jane");
    }

    @Test
    void stopsBelievingACertificateThatRunsOutDuringAConnection() throws Exception {
        X509Certificate jane = authority.issue(CertificateSpec.client("jane")).certificate();
        assertThat(user(authenticator.authenticate(jane, null)).name()).isEqualTo("jane");

        now = jane.getNotAfter().toInstant().minusSeconds(1);
        assertThat(user(authenticator.authenticate(jane, null)).name()).isEqualTo("jane");

        now = now.plusSeconds(1);

        assertThat(user(authenticator.authenticate(jane, null))).isEqualTo(UserInfo.ANONYMOUS);
    }

    @Test
    void knowsNobodyByACertificateWithoutAName() throws Exception {
        X509Certificate nameless =
                authority.issue(CertificateSpec.client("", "dev")).certificate();

        assertThat(user(authenticator.authenticate(nameless, null))).isEqualTo(UserInfo.ANONYMOUS);
    }

    @Test
    void knowsTheStaticTokens() {
        assertThat(user(authenticator.authenticate(null, "Bearer " + adminToken)))
                .isEqualTo(UserInfo.of("admin", "system:masters", "system:authenticated"));
        assertThat(user(authenticator.authenticate(null, "bearer   other-token "))
                        .name())
                .isEqualTo("other");
        assertThat(authenticator.authenticate(null, "Bearer " + adminToken + "x"))
                .isEqualTo(new Authentication.Rejected("invalid bearer token"));
    }

    @Test
    void takesEverybodyElseForAnonymous() {
        for (String header : new String[] {null, "", "Bearer", "Bearer ", "Basic YTpi"}) {
            assertThat(user(authenticator.authenticate(null, header)))
                    .as("%s", header)
                    .isEqualTo(UserInfo.ANONYMOUS);
        }
        assertThat(UserInfo.ANONYMOUS).isEqualTo(UserInfo.of("system:anonymous", "system:unauthenticated"));
    }

    @Test
    void keepsTheAdminTokenInAFileOfItsOwnersEyesOnly() throws Exception {
        Path file = directory.resolve("admin.token");

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(StaticTokens.open(file)).isEqualTo(adminToken).hasSize(43);
        assertThat(StaticTokens.none().with(adminToken, UserInfo.of("a")).toString())
                .isEqualTo("StaticTokens[1]");
    }

    @Test
    void readsServiceAccountsFromUserNames() {
        assertThat(ServiceAccountNames.parse("system:serviceaccount:kube-system:job.v1"))
                .contains(new ServiceAccountNames("kube-system", "job.v1"));
        for (String no : List.of(
                "bob",
                "system:serviceaccount:",
                "system:serviceaccount:ns",
                "system:serviceaccount:ns:",
                "system:serviceaccount::name",
                "system:serviceaccount:ns:a:b",
                "system:serviceaccount:Ns:name",
                "system:serviceaccount:n.s:name",
                "system:serviceaccount:ns:a..b",
                "system:serviceaccount:ns:-a")) {
            assertThat(ServiceAccountNames.parse(no)).as(no).isEmpty();
        }
    }

    @Test
    void remembersNoMoreThanItMay() {
        ExpiringCache<Integer, String> cache = new ExpiringCache<>(clock, Duration.ofSeconds(10), 100);
        for (int i = 0; i < 1000; i++) {
            cache.put(i, "v" + i, Long.MAX_VALUE);
            assertThat(cache.size()).isLessThanOrEqualTo(100);
            assertThat(cache.find(i)).isEqualTo("v" + i);
        }
        assertThat(cache.find(960)).isEqualTo("v960");
        assertThat(cache.find(0)).isNull();

        cache.put(1, "short", now.toEpochMilli() + 1);
        now = now.plusMillis(1);
        assertThat(cache.find(1)).isNull();
        now = now.plusSeconds(10);
        assertThat(cache.find(960)).isNull();
    }

    private static UserInfo user(Authentication result) {
        assertThat(result).isInstanceOf(Authentication.Accepted.class);
        return ((Authentication.Accepted) result).user();
    }
}
