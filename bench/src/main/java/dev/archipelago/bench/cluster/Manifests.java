package dev.archipelago.bench.cluster;

import dev.archipelago.api.objects.Json;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.node.ObjectNode;

/// What is sent to the cluster.
final class Manifests {
    private static final String PAUSE = "simulation.archipelago.dev/never-ready";

    private Manifests() {}

    static ObjectNode namespace(String name) {
        return object("{'apiVersion':'v1','kind':'Namespace','metadata':{'name':'%s'}}".formatted(name));
    }

    /// The headless Service that a set goes by.
    static ObjectNode service(String namespace, String name) {
        return object("""
                {'apiVersion':'v1','kind':'Service','metadata':{'namespace':'%s','name':'%s'},
                 'spec':{'clusterIP':'None','selector':{'app':'%s'},'ports':[{'name':'peer','port':2380}]}}
                """.formatted(namespace, name, name));
    }

    static ObjectNode set(String namespace, String name, int replicas) {
        return object("""
                {'apiVersion':'apps/v1','kind':'StatefulSet','metadata':{'namespace':'%s','name':'%s'},
                 'spec':{'serviceName':'%s','replicas':%d,'podManagementPolicy':'Parallel',
                  'selector':{'matchLabels':{'app':'%s'}},
                  'template':{'metadata':{'labels':{'app':'%s'}},
                   'spec':{'terminationGracePeriodSeconds':10,'containers':[
                    {'name':'main','image':'registry.example/app:1.0',
                     'ports':[{'name':'peer','containerPort':2380}],
                     'resources':{'requests':{'cpu':'10m','memory':'16Mi'}}}]}}}}
                """.formatted(namespace, name, name, replicas, name, name));
    }

    /// Has the simulated node take a pod out of service, or back into it.
    static ObjectNode readiness(boolean ready) {
        return object("{'metadata':{'annotations':{'%s':%s}}}".formatted(PAUSE, ready ? "null" : "'true'"));
    }

    private static ObjectNode object(String text) {
        return Json.parse(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }
}
