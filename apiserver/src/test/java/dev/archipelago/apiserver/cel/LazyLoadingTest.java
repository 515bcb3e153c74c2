package dev.archipelago.apiserver.cel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Runs our code where the CEL library and protobuf are not on the class path.
class LazyLoadingTest {

    @Test
    void needsNoCelWhereThereIsNoRule() throws Exception {
        assertThat(validate("{type: object, properties: {a: {type: integer, default: 1}}}"))
                .isEqualTo("[]");
    }

    @Test
    void needsCelWhereThereIsARule() {
        assertThatThrownBy(() -> validate("{type: object, x-kubernetes-validations: [{rule: 'true'}]}"))
                .isInstanceOf(InvocationTargetException.class)
                .hasCauseInstanceOf(NoClassDefFoundError.class);
    }

    private static Object validate(String schema) throws ReflectiveOperationException, IOException {
        try (URLClassLoader loader = new URLClassLoader(withoutCel(), ClassLoader.getPlatformClassLoader())) {
            return loader.loadClass(Isolated.class.getName())
                    .getMethod("validate", String.class)
                    .invoke(null, schema);
        }
    }

    private static URL[] withoutCel() throws MalformedURLException {
        List<URL> urls = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            String path = entry.replace(File.separatorChar, '/');
            if (!path.contains("/dev/cel/") && !path.contains("/com/google/protobuf/")) {
                urls.add(new File(entry).toURI().toURL());
            }
        }
        return urls.toArray(URL[]::new);
    }
}
