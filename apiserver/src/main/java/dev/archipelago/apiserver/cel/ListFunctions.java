package dev.archipelago.apiserver.cel;

import dev.archipelago.apiserver.cel.FunctionTable.Kind;
import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.types.TypeParamType;
import dev.cel.common.values.CelByteString;
import dev.cel.runtime.CelEvaluationException;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// `isSorted`, `sum`, `min`, `max`, `indexOf` and `lastIndexOf`.
final class ListFunctions {
    private static final Map<String, CelType> COMPARABLE = comparable();
    private static final Comparator<Object> ORDER = ListFunctions::compare;

    private ListFunctions() {}

    private static Map<String, CelType> comparable() {
        Map<String, CelType> types = new LinkedHashMap<>();
        types.put("int", SimpleType.INT);
        types.put("uint", SimpleType.UINT);
        types.put("double", SimpleType.DOUBLE);
        types.put("bool", SimpleType.BOOL);
        types.put("duration", SimpleType.DURATION);
        types.put("timestamp", SimpleType.TIMESTAMP);
        types.put("string", SimpleType.STRING);
        types.put("bytes", SimpleType.BYTES);
        return types;
    }

    static void addTo(FunctionTable table) {
        COMPARABLE.forEach((name, type) -> {
            Kind<List<Object>> list = listOf(type);
            table.member(
                    "isSorted", "list_" + name + "_is_sorted_bool", SimpleType.BOOL, list, ListFunctions::isSorted);
            table.member("min", "list_" + name + "_min_" + name, type, list, items -> extreme("min", items, -1));
            table.member("max", "list_" + name + "_max_" + name, type, list, items -> extreme("max", items, 1));
        });
        table.member("sum", "list_int_sum_int", SimpleType.INT, listOf(SimpleType.INT), ListFunctions::sumOfInts);
        table.member(
                "sum",
                "list_double_sum_double",
                SimpleType.DOUBLE,
                listOf(SimpleType.DOUBLE),
                ListFunctions::sumOfDoubles);
        table.member(
                "sum",
                "list_duration_sum_duration",
                SimpleType.DURATION,
                listOf(SimpleType.DURATION),
                ListFunctions::sumOfDurations);
        Kind<Object> item = new Kind<>(TypeParamType.create("A"), Object.class);
        Kind<List<Object>> items = listOf(item.type());
        table.member("indexOf", "list_a_index_of_int", SimpleType.INT, items, item, (list, wanted) ->
                (long) list.indexOf(wanted));
        table.member("lastIndexOf", "list_a_last_index_of_int", SimpleType.INT, items, item, (list, wanted) ->
                (long) list.lastIndexOf(wanted));
    }

    // A class literal has no type arguments; every list of CEL is one of objects.
    @SuppressWarnings("unchecked")
    private static Kind<List<Object>> listOf(CelType element) {
        return new Kind<>(ListType.create(element), (Class<List<Object>>) (Class<?>) List.class);
    }

    private static Object isSorted(List<Object> list) {
        for (int i = 1; i < list.size(); i++) {
            if (ORDER.compare(list.get(i - 1), list.get(i)) > 0) {
                return false;
            }
        }
        return true;
    }

    private static Object extreme(String name, List<Object> list, int sign) throws CelEvaluationException {
        if (list.isEmpty()) {
            throw new CelEvaluationException(name + " called on empty list");
        }
        Object best = list.getFirst();
        for (Object item : list) {
            best = Integer.signum(ORDER.compare(item, best)) == sign ? item : best;
        }
        return best;
    }

    private static Object sumOfInts(List<Object> list) throws CelEvaluationException {
        long sum = 0;
        try {
            for (Object item : list) {
                sum = Math.addExact(sum, ((Number) item).longValue());
            }
        } catch (ArithmeticException e) {
            throw new CelEvaluationException("integer overflow", e);
        }
        return sum;
    }

    private static Object sumOfDoubles(List<Object> list) {
        double sum = 0;
        for (Object item : list) {
            sum += ((Number) item).doubleValue();
        }
        return sum;
    }

    private static Object sumOfDurations(List<Object> list) {
        Duration sum = Duration.ZERO;
        for (Object item : list) {
            sum = sum.plus((Duration) item);
        }
        return sum;
    }

    // The type checker has seen to it that both are of one comparable type.
    @SuppressWarnings("unchecked")
    private static int compare(Object a, Object b) {
        if (a instanceof CelByteString bytes && b instanceof CelByteString others) {
            return Objects.compare(bytes, others, CelByteString.unsignedLexicographicalComparator());
        }
        return ((Comparable<Object>) a).compareTo(b);
    }
}
