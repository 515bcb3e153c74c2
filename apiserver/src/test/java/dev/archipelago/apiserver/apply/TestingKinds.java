package dev.archipelago.apiserver.apply;

import dev.archipelago.model.kinds.BuiltinKinds;
import dev.archipelago.model.kinds.ResourceKind;
import dev.archipelago.model.schema.Field;
import dev.archipelago.model.schema.Schema;
import dev.archipelago.model.schema.Schema.ListOf;
import dev.archipelago.model.schema.Schema.ListType;
import dev.archipelago.model.schema.Schema.MapOf;
import dev.archipelago.model.schema.Schema.Scalar;
import dev.archipelago.model.schema.Schema.ScalarType;
import dev.archipelago.model.schema.Struct;
import java.util.List;
import java.util.Set;

/// Schemas for tests: built-in kinds, and a small one that has every shape.
final class TestingKinds {
    static final Struct POD = schema("v1", "Pod");
    static final Struct SERVICE = schema("v1", "Service");
    static final Struct CONFIG_MAP = schema("v1", "ConfigMap");
    static final Struct DEPLOYMENT = schema("apps/v1", "Deployment");

    /// `items` and `ports` hold the type itself.
    static final Struct SHAPES = shapes();

    private TestingKinds() {}

    static Struct schema(String apiVersion, String kind) {
        for (ResourceKind candidate : BuiltinKinds.all()) {
            if (candidate.apiVersion().equals(apiVersion) && candidate.kind().equals(kind)) {
                return candidate.schema();
            }
        }
        throw new IllegalArgumentException(apiVersion + " " + kind);
    }

    private static Struct shapes() {
        Struct shapes = new Struct("", false, false);
        Schema text = new Scalar(ScalarType.STRING);
        Struct atomic = new Struct("", true, false);
        Struct open = new Struct("", false, true);
        open.add(field("known", text));
        shapes.add(field("name", text));
        shapes.add(field("value", text));
        shapes.add(field("port", new Scalar(ScalarType.INT32)));
        shapes.add(field("labels", new MapOf(text, false)));
        shapes.add(field("whole", new MapOf(text, true)));
        shapes.add(field("struct", shapes));
        shapes.add(field("atomic", atomic));
        shapes.add(field("open", open));
        shapes.add(field("any", new Schema.Any()));
        shapes.add(field("list", new ListOf(text, ListType.ATOMIC, List.of())));
        shapes.add(field("set", new ListOf(text, ListType.SET, List.of())));
        shapes.add(field("items", new ListOf(shapes, ListType.MAP, List.of("name"))));
        shapes.add(field("ports", new ListOf(shapes, ListType.MAP, List.of("port", "name"))));
        return shapes;
    }

    private static Field field(String name, Schema schema) {
        return new Field(name, schema, false, Set.of(), null);
    }
}
