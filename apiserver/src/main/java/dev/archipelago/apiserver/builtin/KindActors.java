package dev.archipelago.apiserver.builtin;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/// Who acts on the objects of each built-in resource. Every resource that is served has a place here: whoever creates
/// an object on which nothing acts is told so with a warning.
public final class KindActors {
    private static final Map<String, Actor> ACTORS = actors();

    /// Who acts on objects of a resource.
    public enum Actor {
        /// This server does, whatever runs beside it.
        SERVER,
        /// Nobody has to: the object is data that others read.
        READER,
        /// A controller or another cluster does. The program that embeds the server says which of these it acts on.
        CONTROLLER,
        /// Only a server could, and this one does not.
        NOBODY
    }

    private KindActors() {}

    /// By resource and group, such as `pods` and `deployments.apps`.
    public static Map<String, Actor> all() {
        return ACTORS;
    }

    private static Map<String, Actor> actors() {
        Map<String, Actor> actors = new LinkedHashMap<>();
        put(actors, Actor.SERVER, """
            namespaces resourcequotas serviceaccounts services
            clusterroles.rbac.authorization.k8s.io clusterrolebindings.rbac.authorization.k8s.io
            roles.rbac.authorization.k8s.io rolebindings.rbac.authorization.k8s.io
            mutatingadmissionpolicies.admissionregistration.k8s.io
            mutatingadmissionpolicybindings.admissionregistration.k8s.io
            mutatingwebhookconfigurations.admissionregistration.k8s.io
            validatingadmissionpolicies.admissionregistration.k8s.io
            validatingadmissionpolicybindings.admissionregistration.k8s.io
            validatingwebhookconfigurations.admissionregistration.k8s.io
            customresourcedefinitions.apiextensions.k8s.io
            priorityclasses.scheduling.k8s.io storageclasses.storage.k8s.io\
            """);
        put(actors, Actor.READER, """
            componentstatuses configmaps endpoints events podtemplates secrets
            controllerrevisions.apps leases.coordination.k8s.io endpointslices.discovery.k8s.io\
            """);
        put(actors, Actor.CONTROLLER, """
            limitranges nodes persistentvolumeclaims persistentvolumes pods replicationcontrollers
            daemonsets.apps deployments.apps replicasets.apps statefulsets.apps
            horizontalpodautoscalers.autoscaling cronjobs.batch jobs.batch
            certificatesigningrequests.certificates.k8s.io
            ingressclasses.networking.k8s.io ingresses.networking.k8s.io networkpolicies.networking.k8s.io
            poddisruptionbudgets.policy runtimeclasses.node.k8s.io
            csidrivers.storage.k8s.io csinodes.storage.k8s.io csistoragecapacities.storage.k8s.io
            volumeattachments.storage.k8s.io volumeattributesclasses.storage.k8s.io
            deviceclasses.resource.k8s.io resourceclaims.resource.k8s.io
            resourceclaimtemplates.resource.k8s.io resourceslices.resource.k8s.io\
            """);
        put(actors, Actor.NOBODY, """
            apiservices.apiregistration.k8s.io
            ipaddresses.networking.k8s.io servicecidrs.networking.k8s.io
            flowschemas.flowcontrol.apiserver.k8s.io prioritylevelconfigurations.flowcontrol.apiserver.k8s.io\
            """);
        return Collections.unmodifiableMap(actors);
    }

    private static void put(Map<String, Actor> actors, Actor actor, String resources) {
        for (String resource : resources.split("\\s+")) {
            actors.put(resource, actor);
        }
    }
}
