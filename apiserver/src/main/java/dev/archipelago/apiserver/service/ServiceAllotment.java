package dev.archipelago.apiserver.service;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.FieldError;
import dev.archipelago.api.errors.Reason;
import dev.archipelago.store.Store;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.random.RandomGenerator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// What one service asks for, checked, and what it lacks, filled in.
final class ServiceAllotment {
    static final String NO_ADDRESS = "None";
    private static final String FULL = "range is full";

    private final Store store;
    private final RandomGenerator random;
    private final Pool addresses;
    private final Pool ports;
    private final boolean hasNodes;
    private final String name;
    private final ObjectNode spec;
    private final Set<String> kept;
    private final Set<String> promised = new HashSet<>();

    /// @param hasNodes whether ports of nodes are given that nobody asks for
    /// @param kept keys of what the service has already
    ServiceAllotment(
            Store store,
            RandomGenerator random,
            Pool addresses,
            Pool ports,
            boolean hasNodes,
            String name,
            ObjectNode spec,
            Set<String> kept) {
        this.store = store;
        this.random = random;
        this.addresses = addresses;
        this.ports = ports;
        this.hasNodes = hasNodes;
        this.name = name;
        this.spec = spec;
        this.kept = kept;
    }

    void complete() {
        String type = spec.path("type").asString("");
        if (!type.equals("ExternalName")) {
            completeAddress();
        }
        if (type.equals("NodePort") || type.equals("LoadBalancer")) {
            completePorts();
        }
        if (type.equals("LoadBalancer")
                && spec.path("externalTrafficPolicy").asString("").equals("Local")) {
            completeHealthPort();
        }
    }

    private void completeAddress() {
        String ip = spec.path("clusterIP").asString("");
        if (ip.equals(NO_ADDRESS)) {
            return;
        }
        checkFamilies();
        if (ip.isEmpty()) {
            OptionalInt free = addresses.free(store, random, promised);
            if (free.isEmpty()) {
                throw internal("failed to allocate a serviceIP for Service \"" + name + "\": " + FULL);
            }
            String given = addresses.value(free.getAsInt());
            spec.put("clusterIP", given);
            spec.putArray("clusterIPs").add(given);
            return;
        }
        for (JsonNode each : spec.path("clusterIPs")) {
            checkAddress(each.asString(""));
        }
    }

    /// There is one pool, of IPv4 addresses.
    private void checkFamilies() {
        if (spec.path("ipFamilyPolicy").asString("").equals("RequireDualStack")) {
            throw invalid(
                    "spec.ipFamilyPolicy",
                    "\"RequireDualStack\"",
                    "this cluster is not configured for dual-stack services");
        }
        JsonNode families = spec.path("ipFamilies");
        for (int i = 0; i < families.size(); i++) {
            if (!families.path(i).asString("").equals("IPv4")) {
                throw invalid(
                        "spec.ipFamilies[" + i + "]", families.path(i).toString(), "not configured on this cluster");
            }
        }
    }

    private void checkAddress(String ip) {
        if (kept.contains(addresses.key(ip))) {
            return;
        }
        String problem = "";
        if (!addresses.contains(ip)) {
            problem = "the provided IP (" + ip + ") is not in the valid range. The range of valid IPs is "
                    + addresses.range();
        } else if (store.get(addresses.key(ip)).isPresent()) {
            problem = "provided IP is already allocated";
        }
        if (!problem.isEmpty()) {
            throw invalid(
                    "spec.clusterIPs",
                    spec.path("clusterIPs").toString(),
                    "failed to allocate IP " + ip + ": " + problem);
        }
    }

    private void completePorts() {
        boolean wanted = hasNodes && spec.path("allocateLoadBalancerNodePorts").asBoolean(true);
        if (!(spec.get("ports") instanceof ArrayNode list)) {
            return;
        }
        // Ports that differ in nothing but the protocol share a port of the node.
        Map<Integer, Integer> byNumber = new HashMap<>();
        for (int i = 0; i < list.size(); i++) {
            int given = list.path(i).path("nodePort").asInt(0);
            if (given != 0) {
                checkPort("spec.ports[" + i + "].nodePort", given);
                promised.add(ports.key(Integer.toString(given)));
                byNumber.putIfAbsent(list.path(i).path("port").asInt(0), given);
            }
        }
        for (JsonNode each : list) {
            if (each instanceof ObjectNode port && port.path("nodePort").asInt(0) == 0 && wanted) {
                port.put(
                        "nodePort",
                        byNumber.computeIfAbsent(port.path("port").asInt(0), number -> freePort("a nodePort")));
            }
        }
    }

    private void completeHealthPort() {
        int given = spec.path("healthCheckNodePort").asInt(0);
        if (given == 0 && hasNodes) {
            spec.put("healthCheckNodePort", freePort("a HealthCheck NodePort"));
        } else if (given != 0) {
            checkPort("spec.healthCheckNodePort", given);
        }
    }

    private int freePort(String what) {
        OptionalInt free = ports.free(store, random, promised);
        if (free.isEmpty()) {
            throw internal("failed to allocate " + what + ": " + FULL);
        }
        String port = ports.value(free.getAsInt());
        promised.add(ports.key(port));
        return Integer.parseInt(port);
    }

    private void checkPort(String field, int port) {
        String number = Integer.toString(port);
        if (kept.contains(ports.key(number)) || promised.contains(ports.key(number))) {
            return;
        }
        if (!ports.contains(number)) {
            throw invalid(
                    field,
                    number,
                    "provided port is not in the valid range. The range of valid ports is " + ports.range());
        }
        if (store.get(ports.key(number)).isPresent()) {
            throw invalid(field, number, "provided port is already allocated");
        }
    }

    private ApiException invalid(String field, String value, String detail) {
        return ApiException.invalid("", "Service", name, List.of(FieldError.invalid(field, value, detail)));
    }

    private static ApiException internal(String message) {
        return new ApiException(Reason.INTERNAL_ERROR, "Internal error occurred: " + message);
    }
}
