package dev.archipelago.cluster.volumes;

import dev.archipelago.api.objects.Json;
import dev.archipelago.cluster.kinds.StorageClass;
import tools.jackson.databind.node.ObjectNode;

/// The default StorageClass of a new cluster.
public final class DefaultClass {
    private DefaultClass() {}

    /// The object to be created.
    ///
    /// @param bindingMode `Immediate` or `WaitForFirstConsumer`
    public static ObjectNode of(String bindingMode) {
        ObjectNode storage =
                Json.object().put("apiVersion", StorageClass.KIND.apiVersion()).put("kind", StorageClass.KIND.name());
        storage.putObject("metadata")
                .put("name", "standard")
                .putObject("annotations")
                .put("storageclass.kubernetes.io/is-default-class", "true");
        return storage.put("provisioner", Names.PROVISIONER)
                .put("reclaimPolicy", "Delete")
                .put("volumeBindingMode", bindingMode);
    }
}
