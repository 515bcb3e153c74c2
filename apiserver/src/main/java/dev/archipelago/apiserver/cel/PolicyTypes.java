package dev.archipelago.apiserver.cel;

import com.google.common.collect.ImmutableCollection;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import dev.cel.common.types.CelType;
import dev.cel.common.types.CelTypeProvider;
import dev.cel.common.types.StructType;
import dev.cel.common.types.StructTypeReference;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The types that the expressions of one policy may name. It grows with the variables that the policy declares.
// Its compiler and it belong to one thread, which changes it only between two expressions.
@SuppressWarnings("Immutable")
final class PolicyTypes implements CelTypeProvider {
    static final CelType VARIABLES = StructTypeReference.create("kubernetes.variables");

    private final List<CelTypeProvider> kinds;
    private final Map<String, CelType> variables = new LinkedHashMap<>();
    private @Nullable MutationTypes mutation;

    /// @param kinds the types of the objects that are known
    PolicyTypes(List<CelTypeProvider> kinds) {
        this.kinds = kinds;
    }

    void declare(String variable, CelType type) {
        variables.put(variable, type);
    }

    /// Says which types of mutations the next expression may name, if any.
    void mutation(@Nullable MutationTypes types) {
        mutation = types;
    }

    @Override
    public ImmutableCollection<CelType> types() {
        return ImmutableList.of();
    }

    @Override
    public Optional<CelType> findType(String name) {
        if (name.equals(VARIABLES.name())) {
            ImmutableMap<String, CelType> known = ImmutableMap.copyOf(variables);
            return Optional.of(StructType.create(name, known.keySet(), field -> Optional.ofNullable(known.get(field))));
        }
        CelType ofRequest = RequestTypes.ALL.get(name);
        if (ofRequest != null) {
            return Optional.of(ofRequest);
        }
        for (CelTypeProvider kind : kinds) {
            Optional<CelType> found = kind.findType(name);
            if (found.isPresent()) {
                return found;
            }
        }
        return mutation == null ? Optional.empty() : mutation.findType(name);
    }
}
