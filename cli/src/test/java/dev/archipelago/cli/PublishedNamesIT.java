package dev.archipelago.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.apiserver.kubectl.Kubectl;
import dev.archipelago.testing.Dig;
import dev.archipelago.testing.TestingBind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The DNS names of a federation in the zone of a real BIND, and on its own DNS server: for a service with a load
/// balancer in each cluster one name for all, one for each region and one for each zone.
class PublishedNamesIT {
    private static final String SERVICE = "web.default.archipelago.svc.";
    private static final String ZONE = "example.org";

    @TempDir
    private Path home;

    @Test
    void followTheLoadBalancers() throws Exception {
        Path key = home.resolve("key");
        Files.writeString(key, """
                key "%s" {
                	algorithm hmac-sha256;
                	secret "%s";
                };
                """.formatted(TestingBind.KEY_NAME, TestingBind.KEY_SECRET));
        try (TestingBind bind = TestingBind.start()) {
            String server = "127.0.0.1:" + bind.address().getPort();
            String[] options = {
                "--clusters", "c1,c2", "--dns-zone", ZONE, "--dns-publish", server, "--dns-key-file", key.toString()
            };
            try (TestingFederation federation = TestingFederation.start(home, options)) {
                Dig theirs = new Dig(bind.address().getPort());
                Kubectl kubectl = federation.kubectl();
                kubectl.ok("create", "service", "loadbalancer", "web", "--tcp=80");
                for (Dig dig : List.of(theirs, federation.dig())) {
                    awaitAll(dig, kubectl, "c1", "c2");
                }
                assertThat(brief(theirs, "_archipelago." + SERVICE + ZONE, "TXT"))
                        .containsExactly("\"archipelago-archipelago\" \"A\"");
                assertThat(brief(theirs, "somebody." + ZONE, "A")).containsExactly("192.0.2.1");

                federation.killAndRestart();
                awaitAll(theirs, kubectl, "c1", "c2");
                kubectl.ok("delete", "cluster/c2");
                for (Dig dig : List.of(theirs, federation.dig())) {
                    awaitAll(dig, kubectl, "c1");
                    awaitNothing(dig, SERVICE + "c2." + ZONE);
                    awaitNothing(dig, SERVICE + "c2-a.c2." + ZONE);
                }

                kubectl.ok("delete", "service/web");
                for (Dig dig : List.of(theirs, federation.dig())) {
                    awaitNothing(dig, SERVICE + ZONE);
                    awaitNothing(dig, SERVICE + "c1-a.c1." + ZONE);
                }
                awaitNothing(theirs, "_archipelago." + SERVICE + ZONE);
                assertThat(federation.standardError()).doesNotContain(TestingBind.KEY_SECRET);
            }
        }
    }

    private static void awaitAll(Dig dig, Kubectl kubectl, String... clusters) throws InterruptedException {
        TestingFederation.await(() -> {
            List<String> all = new ArrayList<>();
            for (String cluster : clusters) {
                String address = kubectl.ok(
                        "get",
                        "service/web",
                        "--context=" + cluster,
                        "-o",
                        "jsonpath={.status.loadBalancer.ingress[0].ip}");
                assertThat(address).startsWith("127.");
                assertThat(brief(dig, SERVICE + cluster + "." + ZONE, "A")).containsExactly(address);
                assertThat(brief(dig, SERVICE + cluster + "-a." + cluster + "." + ZONE, "A"))
                        .containsExactly(address);
                all.add(address);
            }
            assertThat(brief(dig, SERVICE + ZONE, "A")).containsExactlyInAnyOrderElementsOf(all);
        });
    }

    private static void awaitNothing(Dig dig, String name) throws InterruptedException {
        TestingFederation.await(() -> assertThat(ask(dig, name)).contains("status: NXDOMAIN"));
    }

    private static String ask(Dig dig, String name) {
        try {
            return dig.ask(name, "TXT");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> brief(Dig dig, String name, String type) {
        try {
            return dig.brief(name, type);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
