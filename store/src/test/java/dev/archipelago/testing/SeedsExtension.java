package dev.archipelago.testing;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;

/// Makes the runs of a [Seeds] test.
final class SeedsExtension implements TestTemplateInvocationContextProvider {

    @Override
    public boolean supportsTestTemplate(ExtensionContext context) {
        return context.getRequiredTestMethod().isAnnotationPresent(Seeds.class);
    }

    @Override
    public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(ExtensionContext context) {
        Seeds seeds = context.getRequiredTestMethod().getAnnotation(Seeds.class);
        Long only = Long.getLong("seed");
        long first = Long.getLong("seeds.first", 1);
        LongStream chosen = only != null
                ? LongStream.of(only)
                : LongStream.range(first, first + Integer.getInteger("seeds", seeds.value()));
        return chosen.mapToObj(Run::new);
    }

    /// One seed.
    private record Run(long seed) implements TestTemplateInvocationContext {

        @Override
        public String getDisplayName(int invocationIndex) {
            return "seed " + seed;
        }

        @Override
        public List<Extension> getAdditionalExtensions() {
            return List.of(new SeedParameter(seed), new SeedInFailure(seed));
        }
    }

    private record SeedParameter(long seed) implements ParameterResolver {

        @Override
        public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
            Class<?> type = parameter.getParameter().getType();
            return type == Random.class || type == long.class;
        }

        @Override
        public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
            return parameter.getParameter().getType() == long.class ? (Object) seed : new Random(seed);
        }
    }

    private record SeedInFailure(long seed) implements TestExecutionExceptionHandler {

        @Override
        public void handleTestExecutionException(ExtensionContext context, Throwable failure) {
            Method method = context.getRequiredTestMethod();
            String again =
                    "-Dtest=" + method.getDeclaringClass().getSimpleName() + "#" + method.getName() + " -Dseed=" + seed;
            throw new AssertionError("failed with seed " + seed + " (again: " + again + "): " + failure, failure);
        }
    }
}
