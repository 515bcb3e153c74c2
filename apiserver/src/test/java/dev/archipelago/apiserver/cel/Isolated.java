package dev.archipelago.apiserver.cel;

import dev.archipelago.apiserver.crd.TestingYaml;
import dev.archipelago.apiserver.structural.StructuralSchema;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/// What [LazyLoadingTest] runs in a class loader of its own.
public final class Isolated {
    private Isolated() {}

    /// Does all there is to do with a schema and an object.
    public static String validate(String schema) {
        ObjectNode openApi = TestingYaml.parse(schema);
        StructuralSchema structural = StructuralSchema.of(openApi, CelRules.factory());
        StructuralSchema.checkDefaults("s", openApi, CelRules.factory());
        ObjectNode object = TestingYaml.parse("{a: null, b: 1}");
        structural.prune(object);
        structural.applyDefaults(object);
        List<String> errors = new ArrayList<>();
        CelRules.check("s", structural.root()).forEach(error -> errors.add(error.toString()));
        structural.validate(object).forEach(error -> errors.add(error.toString()));
        return errors.toString();
    }
}
