package dev.archipelago.apiserver.admission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.api.authn.UserInfo;
import dev.archipelago.api.objects.Json;
import dev.archipelago.apiserver.admission.AdmissionRequest.Operation;
import dev.archipelago.apiserver.builtin.BuiltinCatalog;
import dev.archipelago.apiserver.catalog.Catalog;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

class CertificateRequesterTest {
    private static final Catalog CATALOG = new Catalog(BuiltinCatalog.resources());

    private static void mutate(
            Operation operation, UserInfo user, String resource, ObjectNode object, @Nullable ObjectNode old) {
        String group = resource.equals("jobs") ? "batch" : "certificates.k8s.io";
        new CertificateRequester()
                .mutate(new AdmissionRequest(
                        operation,
                        CATALOG.find(group, "v1", resource).orElseThrow(),
                        "",
                        "",
                        "a",
                        object,
                        old,
                        user,
                        false,
                        warning -> {}));
    }

    private static ObjectNode object(String json) {
        return Json.parse(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void requestSaysWhoMadeIt() {
        UserInfo user = new UserInfo("eve", "7", List.of("a", "b"), Map.of("key", List.of("x", "y")));
        ObjectNode request = object("{'spec':{'request':'','username':'admin','groups':['system:masters']}}");

        mutate(Operation.CREATE, user, "certificatesigningrequests", request, null);

        assertThat(request)
                .isEqualTo(object("{'spec':{'request':'','username':'eve','groups':['a','b'],'uid':'7',"
                        + "'extra':{'key':['x','y']}}}"));
    }

    @Test
    void nobodyClaimsWhatHeDoesNotHave() {
        ObjectNode request = object("{'spec':{'uid':'0','extra':{'key':['x']}}}");

        mutate(Operation.CREATE, UserInfo.of("eve", "a"), "certificatesigningrequests", request, null);

        assertThat(request).isEqualTo(object("{'spec':{'username':'eve','groups':['a']}}"));
    }

    @Test
    void whatWasRequestedStays() {
        ObjectNode old = object("{'spec':{'username':'eve'}}");
        ObjectNode updated = object("{'metadata':{'labels':{'a':'b'}},'spec':{'username':'admin'}}");

        mutate(Operation.UPDATE, UserInfo.of("eve"), "certificatesigningrequests", updated, old);

        assertThat(updated).isEqualTo(object("{'metadata':{'labels':{'a':'b'}},'spec':{'username':'eve'}}"));
    }

    @Test
    void otherKindsAreLeftAlone() {
        ObjectNode job = object("{'spec':{}}");

        mutate(Operation.CREATE, UserInfo.of("eve"), "jobs", job, null);

        assertThat(job).isEqualTo(object("{'spec':{}}"));
    }
}
