package dev.archipelago.apiserver.cel;

import static dev.archipelago.apiserver.cel.FunctionTable.BOOL;
import static dev.archipelago.apiserver.cel.FunctionTable.TEXT;

import dev.archipelago.apiserver.cel.FunctionTable.Kind;
import dev.cel.common.types.CelType;
import dev.cel.common.types.OpaqueType;
import dev.cel.common.types.SimpleType;
import dev.cel.runtime.CelEvaluationException;

/// Semantic versions such as `1.2.3-rc.1`.
final class SemverFunctions {
    private static final CelType TYPE = OpaqueType.create("kubernetes.Semver");
    private static final Kind<Semver> SEMVER = new Kind<>(TYPE, Semver.class);

    private SemverFunctions() {}

    static void addTo(FunctionTable table) {
        table.global("semver", "string_to_semver", TYPE, TEXT, text -> parse(text, false));
        table.global("semver", "string_bool_to_semver", TYPE, TEXT, BOOL, SemverFunctions::parse);
        table.global("isSemver", "is_semver_string", SimpleType.BOOL, TEXT, text -> isSemver(text, false));
        table.global("isSemver", "is_semver_string_bool", SimpleType.BOOL, TEXT, BOOL, SemverFunctions::isSemver);
        table.member("major", "semver_major", SimpleType.INT, SEMVER, Semver::major);
        table.member("minor", "semver_minor", SimpleType.INT, SEMVER, Semver::minor);
        table.member("patch", "semver_patch", SimpleType.INT, SEMVER, Semver::patch);
        table.member(
                "isGreaterThan",
                "semver_is_greater_than",
                SimpleType.BOOL,
                SEMVER,
                SEMVER,
                (a, b) -> a.compareTo(b) > 0);
        table.member(
                "isLessThan", "semver_is_less_than", SimpleType.BOOL, SEMVER, SEMVER, (a, b) -> a.compareTo(b) < 0);
        table.member("compareTo", "semver_compare_to", SimpleType.INT, SEMVER, SEMVER, (a, b) -> (long) a.compareTo(b));
    }

    private static Semver parse(String text, boolean normalize) throws CelEvaluationException {
        try {
            return Semver.parse(text, normalize);
        } catch (IllegalArgumentException e) {
            throw new CelEvaluationException(String.valueOf(e.getMessage()), e);
        }
    }

    private static boolean isSemver(String text, boolean normalize) {
        try {
            parse(text, normalize);
            return true;
        } catch (CelEvaluationException e) {
            return false;
        }
    }
}
