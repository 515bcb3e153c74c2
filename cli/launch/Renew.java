import java.io.IOException;
import java.io.OutputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeTransform;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;

/// Gives the classes of a jar, which were compiled for a Java so old that the JVM keeps none of them in its cache, the
/// form of a newer one. Run by the launcher after a build, on the jars that it is given.
final class Renew {
    /// The oldest form that the cache takes is 50; 52 is that of Java 8.
    private static final int VERSION = ClassFile.JAVA_8_VERSION;

    private Renew() {}

    public static void main(String[] jars) throws IOException {
        for (String jar : jars) {
            renew(Path.of(jar));
        }
    }

    private static void renew(Path jar) throws IOException {
        Path renewed = jar.resolveSibling(jar.getFileName() + ".new");
        try (JarFile from = new JarFile(jar.toFile());
                URLClassLoader loader = new URLClassLoader(new URL[] {jar.toUri().toURL()});
                OutputStream file = Files.newOutputStream(renewed);
                JarOutputStream to = new JarOutputStream(file)) {
            // Frames are made anew, for which it has to be known what is a kind of what.
            ClassFile format = ClassFile.of(
                    ClassFile.StackMapsOption.GENERATE_STACK_MAPS,
                    ClassFile.ClassHierarchyResolverOption.of(ClassHierarchyResolver.ofResourceParsing(loader)
                            .orElse(ClassHierarchyResolver.defaultResolver())));
            for (JarEntry entry : from.stream().toList()) {
                byte[] bytes = from.getInputStream(entry).readAllBytes();
                to.putNextEntry(new JarEntry(entry.getName()));
                to.write(entry.getName().endsWith(".class") ? renewed(bytes, format) : bytes);
                to.closeEntry();
            }
        }
        Files.move(renewed, jar, StandardCopyOption.REPLACE_EXISTING);
    }

    private static byte[] renewed(byte[] bytes, ClassFile format) {
        ClassModel old = format.parse(bytes);
        if (old.majorVersion() >= VERSION) {
            return bytes;
        }
        ClassTransform code = ClassTransform.transformingMethodBodies(CodeTransform.ACCEPT_ALL);
        return format.transformClass(
                old, code.andThen(ClassTransform.endHandler(builder -> builder.withVersion(VERSION, 0))));
    }
}
