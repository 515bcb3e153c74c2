package dev.archipelago.cli.up;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataDirectoryTest {
    @TempDir
    private Path home;

    private Path data;

    @BeforeEach
    void name() {
        data = home.resolve("data");
    }

    private static Path open(Path path) throws IOException {
        Files.setPosixFilePermissions(
                path, PosixFilePermissions.fromString(Files.isDirectory(path) ? "rwxr-xr-x" : "rw-r--r--"));
        return path;
    }

    private static String mode(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    private Path file(String name) throws IOException {
        Path file = data.resolve(name);
        Files.createDirectories(file.getParent());
        for (Path parent = file.getParent(); parent != null && !parent.equals(home); parent = parent.getParent()) {
            open(parent);
        }
        return open(Files.writeString(file, "content"));
    }

    @Test
    void isMadeForItsOwner() throws Exception {
        DataDirectory.open(data.resolve("deeper"));

        assertThat(mode(data)).isEqualTo("rwx------");
        assertThat(mode(data.resolve("deeper"))).isEqualTo("rwx------");
    }

    @Test
    void whatAnEarlierVersionLeftOpenIsClosed() throws Exception {
        Path key = file("federation/pki/ca.key");
        Path token = file("clusters/c1/pki/admin.token");
        Path kubeconfig = file("kubeconfig");
        Path notOurs = file("notes.txt");

        DataDirectory.open(data);

        for (Path path : new Path[] {data, key.getParent(), data.resolve("federation"), token.getParent()}) {
            assertThat(mode(path)).as("%s", path).isEqualTo("rwx------");
        }
        for (Path path : new Path[] {key, token, kubeconfig}) {
            assertThat(mode(path)).as("%s", path).isEqualTo("rw-------");
        }
        assertThat(mode(notOurs)).isEqualTo("rw-r--r--");
    }

    @Test
    void anEmptyDirectoryIsClosed() throws Exception {
        open(Files.createDirectory(data));
        DataDirectory.open(data);
        assertThat(mode(data)).isEqualTo("rwx------");
    }

    @Test
    void somethingElseThatIsOpenIsRefusedAndLeft() throws Exception {
        // The directory has one of our names, but is not ours.
        Path source = file("store/pom.xml");

        assertThatThrownBy(() -> DataDirectory.open(data)).hasMessageContaining("chmod 700 " + data);
        assertThat(mode(data)).isEqualTo("rwxr-xr-x");
        assertThat(mode(source)).isEqualTo("rw-r--r--");

        Files.setPosixFilePermissions(data, PosixFilePermissions.fromString("rwx------"));
        DataDirectory.open(data);
        assertThat(mode(source)).isEqualTo("rw-r--r--");
    }

    @Test
    void anothersIsRefused() throws Exception {
        Path key = file("pki/ca.key");
        UserPrincipal nobody =
                data.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody");
        Assumptions.assumeTrue(
                "root".equals(System.getProperty("user.name")), "SKIPPED: only root can give files to another user");

        Files.setOwner(key, nobody);
        assertThatThrownBy(() -> DataDirectory.open(data))
                .hasMessageContaining("ca.key belongs to user nobody, not to who runs this process");
        Files.setOwner(key, Files.getOwner(home));
        Files.setOwner(data, nobody);
        assertThatThrownBy(() -> DataDirectory.open(data)).hasMessageContaining(data + " belongs to user nobody");
    }
}
