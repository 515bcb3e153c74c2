package dev.archipelago;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The allowed dependencies: each module uses only those above it, and inside the API server they lead from HTTP to the
/// registry and never back.
class ArchitectureTest {
    private static final List<String> MODULES =
            List.of("model", "store", "api", "apiserver", "controller", "dns", "cluster", "federation", "cli");

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .withImportOption(location -> !location.contains("-tests.jar"))
            .importPackages("dev.archipelago");

    @Test
    void modulesKnowOnlyThoseAboveThem() {
        for (int i = 0; i < MODULES.size(); i++) {
            for (String below : MODULES.subList(i + 1, MODULES.size())) {
                noClasses()
                        .that()
                        .resideInAPackage("dev.archipelago." + MODULES.get(i) + "..")
                        .should()
                        .dependOnClassesThat()
                        .resideInAPackage("dev.archipelago." + below + "..")
                        .check(CLASSES);
            }
        }
    }

    @Test
    void storeKnowsNothingOfKubernetes() {
        noClasses()
                .that()
                .resideInAPackage("dev.archipelago.store..")
                .should()
                .dependOnClassesThat(resideInAnyPackage("dev.archipelago.model..", "tools.jackson.."))
                .check(CLASSES);
    }

    @Test
    void dnsKnowsNothingOfKubernetes() {
        noClasses()
                .that()
                .resideInAPackage("dev.archipelago.dns..")
                .should()
                .dependOnClassesThat(resideInAnyPackage(
                        "dev.archipelago.model..",
                        "dev.archipelago.apiserver..",
                        "dev.archipelago.controller..",
                        "tools.jackson.."))
                .check(CLASSES);
    }

    @Test
    void plannersTouchNoClockNoChanceAndNoThread() {
        noClasses()
                .that()
                .resideInAnyPackage("dev.archipelago.cluster..", "dev.archipelago.federation..")
                .and()
                .haveSimpleNameEndingWith("Planner")
                .should()
                .callMethod(java.time.Instant.class, "now")
                .orShould()
                .dependOnClassesThat(resideInAnyPackage("java.util.concurrent..", "java.util.random..")
                        .or(assignableTo("dev.archipelago.api.cluster.ClusterApi")))
                .check(CLASSES);
    }

    /// Controllers also run without an API server in the process.
    @Test
    void controllersKnowNoServer() {
        noClasses()
                .that()
                .resideInAnyPackage(
                        "dev.archipelago.api..", "dev.archipelago.controller..", "dev.archipelago.cluster..")
                .should()
                .dependOnClassesThat(resideInAnyPackage("dev.archipelago.apiserver..", "dev.archipelago.store.."))
                .check(CLASSES);
    }

    @Test
    void packagesHaveNoCycles() {
        for (String module : MODULES) {
            SlicesRuleDefinition.slices()
                    .matching("dev.archipelago." + module + ".(**)")
                    .should()
                    .beFreeOfCycles()
                    .allowEmptyShould(true)
                    .check(CLASSES);
        }
    }

    @Test
    void onlyHttpKnowsJetty() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.archipelago.apiserver.http..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.eclipse.jetty..")
                .check(CLASSES);
    }

    @Test
    void onlyMainEndsTheProcess() {
        noClasses()
                .that()
                .doNotHaveFullyQualifiedName("dev.archipelago.cli.Main")
                .should()
                .callMethod(System.class, "exit", int.class)
                .check(CLASSES);
    }
}
