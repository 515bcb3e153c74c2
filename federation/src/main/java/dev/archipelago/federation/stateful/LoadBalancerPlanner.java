package dev.archipelago.federation.stateful;

import dev.archipelago.apiserver.objects.Json;
import dev.archipelago.apiserver.registry.PatchBody;
import dev.archipelago.cluster.kinds.Service;
import dev.archipelago.cluster.kinds.StatefulSet;
import dev.archipelago.controller.objects.Owner;
import dev.archipelago.controller.plan.Plan;
import dev.archipelago.controller.plan.Remark;
import dev.archipelago.federation.kinds.Binding;
import dev.archipelago.federation.kinds.Names;
import dev.archipelago.federation.match.Template;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Decides which load balancers a StatefulSet has.
final class LoadBalancerPlanner {
    private static final String POD_NAME = "statefulset.kubernetes.io/pod-name";

    private final Observed seen;
    private final Plan.Builder plan = Plan.builder();

    /// What there is.
    ///
    /// @param governing the set's headless service
    /// @param owned the services that belong to the set
    /// @param named finds a service of the set's namespace by its name
    record Observed(
            Template template,
            StatefulSet set,
            Optional<Binding> binding,
            Optional<Service> governing,
            List<Service> owned,
            Function<String, Optional<Service>> named) {}

    private LoadBalancerPlanner(Observed seen) {
        this.seen = seen;
    }

    static Plan plan(Observed seen) {
        return new LoadBalancerPlanner(seen).plan();
    }

    private Plan plan() {
        boolean needed = seen.template().annotation(Names.LOAD_BALANCERS).equals("true");
        if (needed && seen.binding().isEmpty()) {
            // Where the replicas are is not decided yet.
            return Plan.NOTHING;
        }
        List<Replicas.Replica> replicas =
                needed ? Replicas.of(seen.template(), seen.binding().orElseThrow()) : List.of();
        Set<String> names = new HashSet<>();
        for (Replicas.Replica replica : replicas) {
            names.add(replica.name());
            keep(replica);
        }
        for (Service service : seen.owned()) {
            if (!names.contains(service.name()) && !service.isDeleting()) {
                plan.delete(Service.KIND, service);
            }
        }
        seen.governing().ifPresent(service -> announce(service, needed, replicas));
        return plan.build();
    }

    private void keep(Replicas.Replica replica) {
        Service existing = seen.named().apply(replica.name()).orElse(null);
        if (existing == null && ports().isEmpty()) {
            plan.say(Remark.warning(
                    StatefulSet.KIND,
                    seen.set(),
                    "LoadBalancerWithoutPorts",
                    "neither the service " + seen.set().serviceName() + " nor any container has a port that "
                            + replica.name() + " could be reached at"));
        } else if (existing == null) {
            plan.create(Service.KIND, balancer(replica));
        } else if (existing.meta().owners().stream()
                .noneMatch(owner -> owner.uid().equals(seen.set().uid()))) {
            plan.say(Remark.warning(
                    StatefulSet.KIND,
                    seen.set(),
                    "LoadBalancerNameTaken",
                    "there is a Service " + replica.name() + " already that does not belong to this set"));
        } else if (!ports(existing).toString().equals(ports().toString())) {
            ObjectNode tree = existing.tree();
            Json.child(tree, "spec").set("ports", ports());
            plan.update(Service.KIND, tree);
        }
    }

    private ObjectNode balancer(Replicas.Replica replica) {
        ObjectNode service = Json.object();
        ObjectNode metadata = service.putObject("metadata")
                .put("namespace", seen.set().namespace())
                .put("name", replica.name());
        metadata.putObject("labels")
                .put("archipelago.dev/statefulset", seen.set().name());
        ArrayNode only = Json.NODES.arrayNode();
        only.addObject()
                .put("key", Names.CLUSTER_NAME_LABEL)
                .put("operator", "=")
                .putArray("values")
                .add(replica.cluster());
        metadata.putObject("annotations").put(Names.CLUSTER_SELECTOR, only.toString());
        // Not as its controller: what a controller made is not propagated.
        Owner owner = Owner.controlling(StatefulSet.KIND, seen.set());
        metadata.putArray("ownerReferences")
                .add(new Owner(owner.apiVersion(), owner.kind(), owner.name(), owner.uid(), false, true).json());
        ObjectNode spec = service.putObject("spec").put("type", "LoadBalancer");
        spec.putObject("selector").put(POD_NAME, replica.name());
        spec.set("ports", ports());
        return service;
    }

    /// The ports of the headless service, or of the containers if it has none.
    private ArrayNode ports() {
        ArrayNode ports = Json.NODES.arrayNode();
        seen.governing().ifPresent(service -> ports(service).forEach(ports::add));
        if (ports.isEmpty()) {
            for (JsonNode container : seen.set().template().path("spec").path("containers")) {
                for (JsonNode port : container.path("ports")) {
                    add(
                            ports,
                            port.path("name")
                                    .asString(
                                            "port-" + port.path("containerPort").asInt()),
                            port.path("protocol").asString("TCP"),
                            port.path("containerPort").asInt());
                }
            }
        }
        return ports;
    }

    private static void add(ArrayNode ports, String name, String protocol, int number) {
        ObjectNode port = ports.addObject().put("port", number).put("protocol", protocol);
        if (!name.isEmpty()) {
            port.put("name", name);
        }
    }

    private static ArrayNode ports(Service service) {
        ArrayNode ports = Json.NODES.arrayNode();
        for (Service.Port port : service.ports()) {
            add(ports, port.name(), port.protocol(), port.number());
        }
        return ports;
    }

    /// Takes back what services say of replicas that are no more.
    static Plan retract(List<Service> services) {
        Plan.Builder plan = Plan.builder();
        for (Service service : services) {
            if (!service.isDeleting()) {
                plan.patch(Service.KIND, service.key(), announcement(service, Optional.empty()));
            }
        }
        return plan.build();
    }

    /// Says on the headless service which replicas can be reached from everywhere.
    private void announce(Service service, boolean needed, List<Replicas.Replica> replicas) {
        String list = replicas.stream().map(Replicas.Replica::name).collect(Collectors.joining(","));
        String known = service.meta().annotations().getOrDefault(Names.REPLICA_LIST, "");
        String flag = service.meta().annotations().getOrDefault(Names.LOAD_BALANCERS, "");
        if (service.isDeleting() || (list.equals(known) && (needed ? flag.equals("true") : !flag.equals("true")))) {
            return;
        }
        plan.patch(Service.KIND, service.key(), announcement(service, needed ? Optional.of(list) : Optional.empty()));
    }

    private static PatchBody.Merge announcement(Service service, Optional<String> list) {
        ObjectNode patch = Json.object();
        ObjectNode annotations =
                patch.putObject("metadata").put("uid", service.uid()).putObject("annotations");
        if (list.isPresent()) {
            annotations.put(Names.LOAD_BALANCERS, "true").put(Names.REPLICA_LIST, list.get());
        } else {
            annotations.putNull(Names.LOAD_BALANCERS).putNull(Names.REPLICA_LIST);
        }
        return new PatchBody.Merge(patch);
    }
}
