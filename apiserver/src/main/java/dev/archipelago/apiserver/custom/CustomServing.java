package dev.archipelago.apiserver.custom;

import dev.archipelago.api.selector.SelectableFields;
import dev.archipelago.apiserver.catalog.Conversion;
import dev.archipelago.apiserver.catalog.ScalePaths;
import dev.archipelago.apiserver.catalog.ServedResource;
import dev.archipelago.apiserver.crd.CustomKind;
import dev.archipelago.apiserver.crd.CustomKinds;
import dev.archipelago.apiserver.crd.CustomVersion;
import dev.archipelago.apiserver.table.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Turns an established definition into served resources, one for each served version.
public final class CustomServing {
    private CustomServing() {}

    /// What is served of a definition.
    ///
    /// @param definition with the names that it was given in its status
    public static List<ServedResource> of(ObjectNode definition) {
        CustomKind kind = CustomKinds.of(definition);
        CustomVersion storage = kind.storage();
        List<ServedResource> served = new ArrayList<>();
        for (CustomVersion version : kind.served()) {
            served.add(new ServedResource(
                    version.kind(),
                    storage.kind().groupVersionKind(),
                    ServedResource.prefixOf(kind.group(), kind.resource()),
                    new CustomRules(version, storage),
                    conversion(version, storage),
                    SelectableFields.ofCustom(kind.namespaced(), version.selectableFields()),
                    version.scale()
                            .map(scale -> ScalePaths.of(
                                    scale.specReplicasPath(), scale.statusReplicasPath(), scale.labelSelectorPath())),
                    Table.ofCustom(columns(definition, version.kind().version())),
                    Optional.of(version.openApi()),
                    true,
                    version.deprecationWarning()));
        }
        return served;
    }

    private static Conversion conversion(CustomVersion version, CustomVersion storage) {
        if (!version.storage()) {
            return new Adoption(version, storage);
        }
        return version.schema().hasDefaults() ? new Completion(version) : Conversion.IDENTITY;
    }

    private static JsonNode columns(ObjectNode definition, String name) {
        for (JsonNode version : definition.path("spec").path("versions")) {
            if (version.path("name").asString("").equals(name)) {
                return version.path("additionalPrinterColumns");
            }
        }
        return definition.path("");
    }

    /// Adds the defaults that objects lack because the definition has had them only since they were written.
    private record Completion(CustomVersion version) implements Conversion {
        @Override
        public ObjectNode toStorage(ObjectNode object) {
            return object;
        }

        @Override
        public ObjectNode fromStorage(ObjectNode object) {
            version.schema().applyDefaults(object);
            return object;
        }

        @Override
        public boolean passes(byte[] stored) {
            return version.schema().hasAllDefaults(stored);
        }
    }

    /// Converts by doing nothing but what the other version's schema asks.
    private record Adoption(CustomVersion served, CustomVersion storage) implements Conversion {
        @Override
        public ObjectNode toStorage(ObjectNode object) {
            storage.adopt(object);
            return object;
        }

        @Override
        public ObjectNode fromStorage(ObjectNode object) {
            served.adopt(object);
            return object;
        }
    }
}
