package dev.archipelago.federation;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.archipelago.api.objects.Json;
import dev.archipelago.cluster.dns.FederatedNames;
import dev.archipelago.cluster.kinds.ConfigMap;
import dev.archipelago.controller.testing.FakeClusterApi;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

class FederationDefinitionsTest {
    private final FakeClusterApi api = new FakeClusterApi();

    @Test
    void refusesAnotherNameOrZoneOnOldData() {
        assertThatCode(() -> FederationDefinitions.checkSame(api, "islands", "example.com"))
                .doesNotThrowAnyException();
        ObjectNode identity = Json.object();
        identity.putObject("metadata")
                .put("namespace", FederatedNames.NAMESPACE)
                .put("name", FederatedNames.FEDERATION);
        identity.putObject("data").put("name", "islands").put("zone", "example.com");
        api.create(ConfigMap.KIND, identity);
        assertThatCode(() -> FederationDefinitions.checkSame(api, "islands", "example.com"))
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> FederationDefinitions.checkSame(api, "islands", "cluster.local"))
                .hasMessageContaining("data of federation islands with the DNS zone example.com")
                .hasMessageContaining("use --federation islands --dns-zone example.com");
        assertThatThrownBy(() -> FederationDefinitions.checkSame(api, "other", "example.com"))
                .hasMessageContaining("use --federation islands");
    }
}
