package dev.archipelago.apiserver.cel;

import static dev.archipelago.apiserver.cel.FunctionTable.INT;
import static dev.archipelago.apiserver.cel.FunctionTable.TEXT;

import dev.archipelago.api.quantity.Quantity;
import dev.archipelago.apiserver.cel.FunctionTable.Kind;
import dev.cel.common.types.CelType;
import dev.cel.common.types.OpaqueType;
import dev.cel.common.types.SimpleType;
import dev.cel.runtime.CelEvaluationException;

/// Amounts such as `500m` and `1Gi`.
final class QuantityFunctions {
    private static final CelType TYPE = OpaqueType.create("kubernetes.Quantity");
    private static final Kind<Quantity> QUANTITY = new Kind<>(TYPE, Quantity.class);

    private QuantityFunctions() {}

    static void addTo(FunctionTable table) {
        table.global("quantity", "string_to_quantity", TYPE, TEXT, QuantityFunctions::parse);
        table.global("isQuantity", "is_quantity_string", SimpleType.BOOL, TEXT, QuantityFunctions::isQuantity);
        table.global("sign", "quantity_sign", SimpleType.INT, QUANTITY, quantity -> (long) quantity.signum());
        table.member("isInteger", "quantity_is_integer", SimpleType.BOOL, QUANTITY, QuantityFunctions::isInteger);
        table.member("asInteger", "quantity_get_int", SimpleType.INT, QUANTITY, QuantityFunctions::asInteger);
        table.member(
                "asApproximateFloat", "quantity_get_float", SimpleType.DOUBLE, QUANTITY, QuantityFunctions::asDouble);
        table.member(
                "isGreaterThan",
                "quantity_is_greater_than",
                SimpleType.BOOL,
                QUANTITY,
                QUANTITY,
                (a, b) -> a.compareTo(b) > 0);
        table.member(
                "isLessThan",
                "quantity_is_less_than",
                SimpleType.BOOL,
                QUANTITY,
                QUANTITY,
                (a, b) -> a.compareTo(b) < 0);
        table.member("compareTo", "quantity_compare_to", SimpleType.INT, QUANTITY, QUANTITY, (a, b) ->
                (long) a.compareTo(b));
        table.member("add", "quantity_add", TYPE, QUANTITY, QUANTITY, Quantity::add);
        table.member("add", "quantity_add_int", TYPE, QUANTITY, INT, (a, b) -> a.add(whole(b)));
        table.member("sub", "quantity_sub", TYPE, QUANTITY, QUANTITY, Quantity::subtract);
        table.member("sub", "quantity_sub_int", TYPE, QUANTITY, INT, (a, b) -> a.subtract(whole(b)));
    }

    private static Object parse(String text) throws CelEvaluationException {
        try {
            return Quantity.parse(text);
        } catch (IllegalArgumentException e) {
            throw new CelEvaluationException(String.valueOf(e.getMessage()), e);
        }
    }

    private static Object isQuantity(String text) {
        try {
            Quantity.parse(text);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static Quantity whole(long number) {
        return Quantity.parse(Long.toString(number));
    }

    private static boolean isInteger(Quantity quantity) {
        return quantity.isInteger() && quantity.equals(whole(quantity.wholeUnits()));
    }

    private static Object asInteger(Quantity quantity) throws CelEvaluationException {
        if (!isInteger(quantity)) {
            throw new CelEvaluationException("cannot convert value to integer");
        }
        return quantity.wholeUnits();
    }

    private static Object asDouble(Quantity quantity) {
        return quantity.isInteger() ? (double) quantity.wholeUnits() : quantity.milliUnits() / 1000d;
    }
}
