package dev.archipelago.bench.federation;

import dev.archipelago.api.objects.Json;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.node.ObjectNode;

/// The StatefulSets that are applied to a federation.
final class Sets {
    static final String PATH = "/apis/apps/v1/namespaces/default/statefulsets";

    private Sets() {}

    static ObjectNode of(String name, int replicas, String image) {
        return object("""
                {'apiVersion':'apps/v1','kind':'StatefulSet','metadata':{'namespace':'default','name':'%s'},
                 'spec':{'serviceName':'%s','replicas':%d,'podManagementPolicy':'Parallel',
                  'selector':{'matchLabels':{'app':'%s'}},
                  'template':{'metadata':{'labels':{'app':'%s'}},
                   'spec':{'terminationGracePeriodSeconds':10,'containers':[
                    {'name':'main','image':'%s',
                     'ports':[{'name':'peer','containerPort':2380}],
                     'resources':{'requests':{'cpu':'1m','memory':'1Mi'}}}]}}}}
                """.formatted(name, name, replicas, name, name, image));
    }

    static ObjectNode image(String image) {
        return object("{'spec':{'template':{'spec':{'containers':[{'name':'main','image':'%s'}]}}}}".formatted(image));
    }

    private static ObjectNode object(String text) {
        return Json.parse(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }
}
