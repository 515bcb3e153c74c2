package dev.archipelago.apiserver.hostile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.sun.management.UnixOperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Ten thousand connections that do nothing.
class IdleConnectionsIT {
    private static final Logger log = LoggerFactory.getLogger(IdleConnectionsIT.class);
    private static final int CONNECTIONS = 10_000;
    private static final int FILES_FOR_THE_REST = 1_000;
    private static final int BYTES_EACH_MAX = 30_000;

    private final UnixOperatingSystemMXBean system =
            (UnixOperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    @Test
    void takeLittleMemoryAndDisturbNobody(@TempDir Path directory) throws Exception {
        assumeThat(system.getMaxFileDescriptorCount())
                .as("open files allowed (ulimit -n): too few for this test, which is SKIPPED")
                .isGreaterThan(CONNECTIONS + FILES_FOR_THE_REST);
        try (Victim victim = Victim.start(directory)) {
            victim.assertUnharmed();
            long filesBefore = system.getOpenFileDescriptorCount();
            long before = Memory.heldBytes();
            long directBefore = Memory.directBytes();
            Process clients = clients(victim.server().port());
            try {
                assertThat(clients.inputReader(StandardCharsets.UTF_8).readLine())
                        .isEqualTo("open");
                // On a slow machine the first have been closed for idling before the last have come.
                assertThat(system.getOpenFileDescriptorCount() - filesBefore).isGreaterThan(CONNECTIONS / 2);
                victim.assertUnharmed();
                long each = (Memory.heldBytes() - before) / CONNECTIONS;
                log.info(
                        "{} idle connections hold {} bytes each, {} of them in direct buffers; {} MB are resident",
                        CONNECTIONS,
                        each,
                        (Memory.directBytes() - directBefore) / CONNECTIONS,
                        Memory.residentBytes() >> 20);
                assertThat(each).isLessThan(BYTES_EACH_MAX);
            } finally {
                clients.destroyForcibly().onExit().join();
            }
            while (system.getOpenFileDescriptorCount() > filesBefore + 100) {
                Thread.sleep(50); // all of them are noticed to be gone
            }
            victim.assertUnharmed();
        }
    }

    private static Process clients(int port) throws IOException, URISyntaxException {
        Path classes = Path.of(IdleClients.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx512m",
                        "-XX:+UseSerialGC",
                        "-cp",
                        classes.toString(),
                        IdleClients.class.getName(),
                        Integer.toString(port),
                        Integer.toString(CONNECTIONS))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }
}
