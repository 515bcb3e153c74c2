package dev.archipelago.apiserver.defaults;

import dev.archipelago.apiserver.decode.FieldValidation;
import dev.archipelago.apiserver.decode.ObjectDecoder;
import dev.archipelago.model.kinds.BuiltinKinds;
import dev.archipelago.model.schema.Struct;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Objects for tests, written in YAML and decoded as the server does.
public final class YamlObjects {
    private YamlObjects() {}

    /// The tree, whatever it means.
    public static ObjectNode tree(String yaml) {
        Object loaded = new Load(LoadSettings.builder().build()).loadFromString(yaml);
        return (ObjectNode) JsonMapper.shared().readTree(JsonMapper.shared().writeValueAsString(loaded));
    }

    /// An object of a built-in type, with no default set.
    public static ObjectNode decoded(String type, String yaml) {
        Struct struct = BuiltinKinds.type(type);
        return new ObjectDecoder("v1", type, struct)
                .conform(tree(yaml), FieldValidation.STRICT)
                .object();
    }

    /// An object of a built-in type with its defaults.
    public static ObjectNode defaulted(String type, String yaml) {
        ObjectNode object = decoded(type, yaml);
        Defaults.apply(object, BuiltinKinds.type(type));
        return object;
    }
}
