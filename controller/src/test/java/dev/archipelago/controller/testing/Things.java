package dev.archipelago.controller.testing;

import dev.archipelago.api.objects.AnyObject;
import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.api.objects.Stored;
import dev.archipelago.model.kinds.GroupVersionKind;
import tools.jackson.databind.node.ObjectNode;

/// Test objects.
public final class Things {
    public static final Kind<AnyObject> CONFIG_MAPS =
            AnyObject.kind(GroupVersionKind.of("v1", "ConfigMap"), "configmaps", true);
    public static final Kind<AnyObject> NAMESPACES =
            AnyObject.kind(GroupVersionKind.of("v1", "Namespace"), "namespaces", false);
    public static final Kind<AnyObject> PODS = AnyObject.kind(GroupVersionKind.of("v1", "Pod"), "pods", true);
    public static final Kind<AnyObject> DEPLOYMENTS =
            AnyObject.kind(GroupVersionKind.of("apps/v1", "Deployment"), "deployments", true);

    private Things() {}

    public static ObjectNode json(String text) {
        return (ObjectNode) Json.MAPPER.readTree(text.replace('\'', '"'));
    }

    public static ObjectNode configMap(String namespace, String name) {
        return json("{'apiVersion':'v1','kind':'ConfigMap','metadata':{'namespace':'%s','name':'%s'},'data':{'a':'1'}}"
                .formatted(namespace, name));
    }

    public static ObjectNode pod(String namespace, String name) {
        return json(
                "{'apiVersion':'v1','kind':'Pod','metadata':{'namespace':'%s','name':'%s'},'spec':{'containers':[{'name':'c','image':'i'}]}}"
                        .formatted(namespace, name));
    }

    /// A ConfigMap with a resourceVersion.
    public static AnyObject at(long revision, String name, String uid) {
        ObjectNode object = configMap("default", name);
        ((ObjectNode) object.get("metadata")).put("uid", uid);
        return CONFIG_MAPS.read(new Stored(Stored.encode(object), revision));
    }
}
