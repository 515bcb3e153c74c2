package dev.archipelago.apiserver.admission;

import dev.archipelago.api.authn.UserInfo;
import dev.archipelago.apiserver.catalog.ServedResource;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// A write on its way into the store.
///
/// @param object what is to be stored, in the stored version; null for a delete; mutators change it in place
/// @param old what is stored now; null for a create
/// @param warn takes messages that the client is shown
public record AdmissionRequest(
        Operation operation,
        ServedResource resource,
        String subresource,
        String namespace,
        String name,
        @Nullable ObjectNode object,
        @Nullable ObjectNode old,
        UserInfo user,
        boolean dryRun,
        Consumer<String> warn) {

    public enum Operation {
        CREATE,
        UPDATE,
        DELETE,
        CONNECT
    }
}
