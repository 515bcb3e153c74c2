package dev.archipelago.apiserver.cel;

import com.google.common.collect.ImmutableCollection;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import dev.cel.common.types.CelType;
import dev.cel.common.types.CelTypeProvider;
import dev.cel.common.types.ListType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.types.StructType;
import dev.cel.common.types.StructTypeReference;
import java.util.Optional;
import java.util.regex.Pattern;

/// The types of what a mutation evaluates to: `Object`, with a type such as `Object.spec.template` for each of its
/// fields, and `JSONPatch`. Any field can be set; whether the object has it is seen when it is merged.
final class MutationTypes implements CelTypeProvider {
    static final String OBJECT = "Object";
    static final String JSON_PATCH = "JSONPatch";
    static final CelType OBJECT_TYPE = StructTypeReference.create(OBJECT);
    static final CelType PATCH_TYPE = ListType.create(StructTypeReference.create(JSON_PATCH));

    private static final Pattern IDENTIFIER = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
    private static final ImmutableSet<String> PATCH_FIELDS = ImmutableSet.of("op", "path", "from", "value");

    private final ImmutableSet<String> fields;

    private MutationTypes(ImmutableSet<String> fields) {
        this.fields = fields;
    }

    /// The types that an expression may name. A type must list its fields, so it has all that the expression could
    /// mean.
    static MutationTypes of(String expression) {
        return new MutationTypes(IDENTIFIER
                .matcher(expression)
                .results()
                .map(found -> found.group())
                .collect(ImmutableSet.toImmutableSet()));
    }

    @Override
    public ImmutableCollection<CelType> types() {
        return ImmutableList.of();
    }

    @Override
    public Optional<CelType> findType(String name) {
        if (name.equals(JSON_PATCH)) {
            return Optional.of(StructType.create(
                    name,
                    PATCH_FIELDS,
                    field -> Optional.of(field.equals("value") ? SimpleType.DYN : SimpleType.STRING)));
        }
        return name.equals(OBJECT) || name.startsWith(OBJECT + '.')
                ? Optional.of(StructType.create(name, fields, field -> Optional.of(SimpleType.DYN)))
                : Optional.empty();
    }
}
