package dev.archipelago.apiserver.cel;

import com.google.common.collect.ImmutableList;
import dev.cel.common.CelFunctionDecl;
import dev.cel.common.CelOverloadDecl;
import dev.cel.common.types.CelType;
import dev.cel.common.types.SimpleType;
import dev.cel.runtime.CelFunctionBinding;
import dev.cel.runtime.CelFunctionOverload;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Collects functions: what the type checker knows of each, and what it does.
final class FunctionTable {
    static final Kind<String> TEXT = new Kind<>(SimpleType.STRING, String.class);
    static final Kind<Long> INT = new Kind<>(SimpleType.INT, Long.class);
    static final Kind<Boolean> BOOL = new Kind<>(SimpleType.BOOL, Boolean.class);
    static final Kind<Double> DOUBLE = new Kind<>(SimpleType.DOUBLE, Double.class);

    private final Map<String, List<CelOverloadDecl>> declarations = new LinkedHashMap<>();
    private final List<CelFunctionBinding> bindings = new ArrayList<>();

    /// A type of CEL and the class of its values.
    record Kind<T>(CelType type, Class<T> javaClass) {}

    <T> void global(String name, String id, CelType result, Kind<T> argument, CelFunctionOverload.Unary<T> body) {
        declare(name, CelOverloadDecl.newGlobalOverload(id, result, argument.type()));
        bindings.add(CelFunctionBinding.from(id, argument.javaClass(), body));
    }

    <T, U> void global(
            String name,
            String id,
            CelType result,
            Kind<T> first,
            Kind<U> second,
            CelFunctionOverload.Binary<T, U> body) {
        declare(name, CelOverloadDecl.newGlobalOverload(id, result, first.type(), second.type()));
        bindings.add(CelFunctionBinding.from(id, first.javaClass(), second.javaClass(), body));
    }

    void constant(String name, CelType result, CelFunctionOverload body) {
        declare(name, CelOverloadDecl.newGlobalOverload(name, result));
        bindings.add(CelFunctionBinding.from(name, ImmutableList.of(), body));
    }

    <T> void member(String name, String id, CelType result, Kind<T> target, CelFunctionOverload.Unary<T> body) {
        declare(name, CelOverloadDecl.newMemberOverload(id, result, target.type()));
        bindings.add(CelFunctionBinding.from(id, target.javaClass(), body));
    }

    <T, U> void member(
            String name,
            String id,
            CelType result,
            Kind<T> target,
            Kind<U> argument,
            CelFunctionOverload.Binary<T, U> body) {
        declare(name, CelOverloadDecl.newMemberOverload(id, result, target.type(), argument.type()));
        bindings.add(CelFunctionBinding.from(id, target.javaClass(), argument.javaClass(), body));
    }

    void member(String name, String id, CelType result, List<? extends Kind<?>> arguments, CelFunctionOverload body) {
        List<CelType> types = new ArrayList<>();
        List<Class<?>> classes = new ArrayList<>();
        for (Kind<?> argument : arguments) {
            types.add(argument.type());
            classes.add(argument.javaClass());
        }
        declare(name, CelOverloadDecl.newMemberOverload(id, result, types));
        bindings.add(CelFunctionBinding.from(id, classes, body));
    }

    private void declare(String name, CelOverloadDecl overload) {
        declarations.computeIfAbsent(name, key -> new ArrayList<>()).add(overload);
    }

    List<CelFunctionDecl> declarations() {
        List<CelFunctionDecl> all = new ArrayList<>();
        declarations.forEach((name, overloads) -> all.add(CelFunctionDecl.newFunctionDeclaration(name, overloads)));
        return all;
    }

    List<CelFunctionBinding> bindings() {
        return bindings;
    }
}
