package dev.archipelago.apiserver.admission;

import dev.archipelago.api.authn.UserInfo;
import dev.archipelago.api.objects.Json;
import dev.archipelago.apiserver.admission.AdmissionRequest.Operation;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// Writes into a certificate signing request who made it, whatever the client says, and keeps what was requested.
public final class CertificateRequester implements Admission {

    @Override
    public boolean mutate(AdmissionRequest request) {
        @Nullable ObjectNode object = request.object();
        boolean signing = request.resource().kind().kind().equals("CertificateSigningRequest")
                && request.resource().group().equals("certificates.k8s.io");
        if (!signing || object == null || !request.subresource().isEmpty()) {
            return false;
        }
        if (request.operation() == Operation.CREATE) {
            name(object.withObjectProperty("spec"), request.user());
            return true;
        }
        if (request.old() != null && request.old().get("spec") instanceof ObjectNode requested) {
            object.set("spec", requested.deepCopy());
            return true;
        }
        return false;
    }

    private static void name(ObjectNode spec, UserInfo user) {
        spec.put("username", user.name());
        if (user.uid().isEmpty()) {
            spec.remove("uid");
        } else {
            spec.put("uid", user.uid());
        }
        spec.set("groups", Json.array(user.groups()));
        spec.remove("extra");
        if (!user.extra().isEmpty()) {
            ObjectNode extra = spec.putObject("extra");
            user.extra().forEach((key, values) -> extra.set(key, Json.array(values)));
        }
    }
}
