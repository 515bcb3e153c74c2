package dev.archipelago.apiserver.cel;

import com.google.common.collect.ImmutableCollection;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import dev.archipelago.model.kinds.BuiltinKinds;
import dev.archipelago.model.schema.Field;
import dev.archipelago.model.schema.Schema;
import dev.archipelago.model.schema.Schema.ListOf;
import dev.archipelago.model.schema.Schema.MapOf;
import dev.archipelago.model.schema.Schema.Scalar;
import dev.archipelago.model.schema.Struct;
import dev.cel.common.types.CelType;
import dev.cel.common.types.CelTypeProvider;
import dev.cel.common.types.ListType;
import dev.cel.common.types.MapType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.types.StructType;
import dev.cel.common.types.StructTypeReference;
import java.util.Optional;

/// The types of the built-in kinds, by the names that [BuiltinKinds#type] knows them by.
final class BuiltinTypes implements CelTypeProvider {
    static CelType of(Struct struct) {
        return struct.name().isEmpty() || struct.preservesUnknownFields()
                ? SimpleType.DYN
                : StructTypeReference.create(struct.name());
    }

    @Override
    public ImmutableCollection<CelType> types() {
        return ImmutableList.of();
    }

    @Override
    public Optional<CelType> findType(String name) {
        return BuiltinKinds.findType(name).map(BuiltinTypes::struct);
    }

    private static CelType struct(Struct struct) {
        ImmutableMap.Builder<String, CelType> types = ImmutableMap.builder();
        for (Field field : struct.fields()) {
            String name = Identifiers.escape(field.name());
            if (name != null) {
                types.put(name, of(field.schema()));
            }
        }
        ImmutableMap<String, CelType> fields = types.buildOrThrow();
        return StructType.create(struct.name(), fields.keySet(), field -> Optional.ofNullable(fields.get(field)));
    }

    private static CelType of(Schema schema) {
        return switch (schema) {
            case Struct struct -> of(struct);
            case ListOf list -> ListType.create(of(list.element()));
            case MapOf map -> MapType.create(SimpleType.STRING, of(map.value()));
            case Schema.Any _ -> SimpleType.DYN;
            case Scalar(var type) ->
                switch (type) {
                    case STRING, DURATION -> SimpleType.STRING;
                    case BOOLEAN -> SimpleType.BOOL;
                    case INT32, INT64 -> SimpleType.INT;
                    case DOUBLE -> SimpleType.DOUBLE;
                    case BYTES -> SimpleType.BYTES;
                    case TIME, MICRO_TIME -> SimpleType.TIMESTAMP;
                    case QUANTITY, INT_OR_STRING -> SimpleType.DYN;
                };
        };
    }
}
