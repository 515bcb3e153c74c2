package dev.archipelago.apiserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServerKeysTest {
    @TempDir
    private Path directory;

    private ServerKeys open() throws Exception {
        return ServerKeys.opening(new ApiServer.Options(directory, "127.0.0.1", 0))
                .await();
    }

    @ParameterizedTest
    @ValueSource(strings = {"ca.crt", "ca.key", "sa.key"})
    void refusesToReplaceWhatOthersRelyOn(String name) throws Exception {
        open();
        Path file = directory.resolve("pki").resolve(name);
        Files.delete(file);
        assertThatThrownBy(this::open)
                .isInstanceOf(GeneralSecurityException.class)
                .hasMessageContaining(file + " is missing: bring it back from a backup");
        assertThat(file).doesNotExist();
    }

    /// The files are made in this order, so these are all that a first start can leave that was ended.
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6})
    void goesOnWithAFirstStartThatWasEnded(int made) throws Exception {
        String[] order = {"ca.key", "ca.crt", "apiserver.key", "apiserver.crt", "sa.key", "sa.pub", "admin.token"};
        ServerKeys first = open();
        for (int i = made; i < order.length; i++) {
            Files.delete(directory.resolve("pki").resolve(order[i]));
        }
        ServerKeys second = open();
        assertThat(second.authority().certificate().getPublicKey())
                .isEqualTo(first.authority().certificate().getPublicKey());
        for (String name : order) {
            assertThat(directory.resolve("pki").resolve(name)).exists();
        }
    }

    @Test
    void findsItsKeysAgain() throws Exception {
        ServerKeys first = open();
        ServerKeys second = open();
        assertThat(second.adminToken()).isEqualTo(first.adminToken());
        assertThat(second.signing().getPublic()).isEqualTo(first.signing().getPublic());
    }
}
