package dev.archipelago.apiserver.cel;

import com.google.common.collect.ImmutableList;
import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelOptions;
import dev.cel.common.CelValidationException;
import dev.cel.common.CelValidationResult;
import dev.cel.common.types.CelType;
import dev.cel.common.types.CelTypes;
import dev.cel.common.types.SimpleType;
import dev.cel.compiler.CelCompiler;
import dev.cel.compiler.CelCompilerBuilder;
import dev.cel.compiler.CelCompilerFactory;
import dev.cel.compiler.CelCompilerLibrary;
import dev.cel.extensions.CelExtensions;
import dev.cel.parser.CelStandardMacro;
import dev.cel.runtime.CelRuntime;
import dev.cel.runtime.CelRuntimeFactory;
import dev.cel.runtime.CelRuntimeLibrary;
import dev.cel.validator.CelValidator;
import dev.cel.validator.CelValidatorFactory;
import dev.cel.validator.validators.DurationLiteralValidator;
import dev.cel.validator.validators.HomogeneousLiteralValidator;
import dev.cel.validator.validators.RegexLiteralValidator;
import dev.cel.validator.validators.TimestampLiteralValidator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The language that rules are written in: CEL with optional values, and the functions that Kubernetes adds.
final class Environment {
    static final String COMPILATION_FAILED = "compilation failed: ";

    private static final int EXPRESSION_LENGTH_MAX = 100_000;
    private static final int ITERATIONS_MAX = 1_000_000;

    private static final CelOptions OPTIONS = CelOptions.current()
            .enableOptionalSyntax(true)
            .enableHeterogeneousNumericComparisons(true)
            .enableReservedIds(true)
            .comprehensionMaxIterations(ITERATIONS_MAX)
            .maxExpressionCodePointSize(EXPRESSION_LENGTH_MAX)
            .build();

    private static final FunctionTable FUNCTIONS = functions();
    private static final CelRuntime RUNTIME = CelRuntimeFactory.plannerRuntimeBuilder()
            .setOptions(OPTIONS)
            .addLibraries(runtimeLibraries())
            .setTypeProvider(MutationTypes.of(""))
            .setValueProvider((type, fields) -> Optional.of(new ObjectValue(type, fields)))
            .addFunctionBindings(FUNCTIONS.bindings())
            .build();

    private Environment() {}

    private static FunctionTable functions() {
        FunctionTable table = new FunctionTable();
        ListFunctions.addTo(table);
        TextFunctions.addTo(table);
        QuantityFunctions.addTo(table);
        NetworkFunctions.addTo(table);
        UrlFunctions.addTo(table);
        NamedFormats.addTo(table);
        SemverFunctions.addTo(table);
        AuthorizerFunctions.addTo(table);
        table.global(
                "jsonpatch.escapeKey",
                "string_jsonpatch_escapeKey_string",
                SimpleType.STRING,
                FunctionTable.TEXT,
                key -> key.replace("~", "~0").replace("/", "~1"));
        return table;
    }

    private static List<CelRuntimeLibrary> runtimeLibraries() {
        return ImmutableList.of(
                CelExtensions.strings(),
                CelExtensions.optional(),
                CelExtensions.sets(OPTIONS),
                CelExtensions.lists(),
                CelExtensions.comprehensions());
    }

    private static List<CelCompilerLibrary> compilerLibraries() {
        return ImmutableList.of(
                CelExtensions.strings(),
                CelExtensions.optional(),
                CelExtensions.sets(OPTIONS),
                CelExtensions.lists(),
                CelExtensions.comprehensions());
    }

    static CelRuntime runtime() {
        return RUNTIME;
    }

    static CelCompilerBuilder compiler() {
        return CelCompilerFactory.standardCelCompilerBuilder()
                .setOptions(OPTIONS)
                .setStandardMacros(CelStandardMacro.STANDARD_MACROS)
                .addLibraries(compilerLibraries())
                .addFunctionDeclarations(FUNCTIONS.declarations());
    }

    /// Where expressions are checked: it knows the variables that they may name.
    record Scope(CelCompiler compiler, CelValidator validator) {
        static Scope of(CelCompilerBuilder variables) {
            CelCompiler compiler = variables.build();
            return new Scope(compiler, Environment.validator(compiler));
        }

        /// Compiles an expression whose value is of one of some types, or of any when there are none.
        ///
        /// @throws ExpressionException saying what is wrong with it
        CelAbstractSyntaxTree check(String expression, Set<CelType> types, String wrongType)
                throws ExpressionException {
            try {
                CelValidationResult result = compiler.compile(expression);
                if (!result.hasError()) {
                    result = validator.validate(result.getAst());
                }
                if (result.hasError()) {
                    throw new ExpressionException(COMPILATION_FAILED + result.getErrorString());
                }
                CelAbstractSyntaxTree tree = result.getAst();
                if (!types.isEmpty() && !isOneOf(types, tree.getResultType())) {
                    throw new ExpressionException(wrongType);
                }
                return tree;
            } catch (CelValidationException e) {
                throw new ExpressionException(COMPILATION_FAILED + e.getMessage());
            }
        }
    }

    /// A struct is the same type as a reference to it.
    private static boolean isOneOf(Set<CelType> types, CelType type) {
        String name = CelTypes.format(type);
        return types.stream().anyMatch(one -> CelTypes.format(one).equals(name));
    }

    /// What Kubernetes checks beyond types. The arguments of `format` may be of different types.
    private static CelValidator validator(CelCompiler compiler) {
        return CelValidatorFactory.standardCelValidatorBuilder(compiler, RUNTIME)
                .addAstValidators(
                        HomogeneousLiteralValidator.newInstance("format"),
                        DurationLiteralValidator.INSTANCE,
                        TimestampLiteralValidator.INSTANCE,
                        RegexLiteralValidator.INSTANCE)
                .build();
    }
}
