package dev.archipelago.apiserver.cel;

import dev.archipelago.apiserver.cel.CostEstimator.Estimate;
import dev.cel.common.types.CelType;
import java.util.List;

/// What a call costs beside its operands, and how large its result can be.
final class CallCost {
    private static final double TEXT_FACTOR = 0.1;
    private static final double REGEX_FACTOR = 0.25;

    /// The longest of the regular expressions that named formats are checked with, about.
    private static final long FORMAT_REGEX_LENGTH = 128;

    private CallCost() {}

    /// @param operands the target first, if it has one
    static Estimate of(String function, boolean member, List<Magnitude> operands, CelType result) {
        Magnitude first = operands.isEmpty() ? Magnitude.ONE : operands.getFirst();
        Magnitude second = operands.size() < 2 ? Magnitude.ONE : operands.get(1);
        return switch (function) {
            case "_&&_", "_||_" -> new Estimate(0, Magnitude.ONE);
            case "_==_", "_!=_", "_<_", "_<=_", "_>_", "_>=_" ->
                new Estimate(text(Math.min(first.size(), second.size())), Magnitude.ONE);
            case "_+_" -> sum(first, second, result);
            case "@in", "_in_" -> new Estimate(second.size(), Magnitude.ONE);
            case "_[_]", "_[?_]" -> new Estimate(1, first.elementOf(result));
            case "_?._" -> new Estimate(1, Magnitude.of(result));
            case "dyn", "optional.of", "optional.ofNonZeroValue", "value", "orValue" -> new Estimate(1, first);
            case "contains" -> new Estimate(Cost.times(text(first), text(second)), Magnitude.ONE);
            case "startsWith", "endsWith" -> new Estimate(text(second), Magnitude.ONE);
            case "matches", "find", "findAll" ->
                new Estimate(regex(first, Cost.part(second.size(), REGEX_FACTOR)), sized(result, first.size()));
            case "validate" ->
                new Estimate(regex(second, Cost.part(FORMAT_REGEX_LENGTH, REGEX_FACTOR)), Magnitude.UNKNOWN);
            case "isSorted", "sum", "max", "min", "indexOf", "lastIndexOf", "includes" -> eachElement(first, result);
            case "lowerAscii", "upperAscii", "substring", "trim", "reverse", "charAt" ->
                new Estimate(text(first), first.withSize(first.size()));
            case "replace" -> replaced(operands);
            case "split" -> new Estimate(Cost.part(first.size(), 2 * TEXT_FACTOR), collection(first.size(), first));
            case "join" -> joined(first, operands.size() < 2 ? Magnitude.of(0) : second, result);
            case "string",
                    "bytes",
                    "strings.quote",
                    "format",
                    "url",
                    "quantity",
                    "isQuantity",
                    "cidr",
                    "isCIDR",
                    "isIP" -> new Estimate(text(first), sized(result, Cost.times(first.size(), 4)));
            case "ip", "ip.isCanonical", "isURL", "semver", "isSemver" ->
                new Estimate(member ? 1 : text(first), Magnitude.ONE);
            case "containsIP", "containsCIDR" -> new Estimate(Cost.plus(6, text(second)), Magnitude.ONE);
            case "sets.contains", "sets.intersects", "sets.equivalent" ->
                new Estimate(Cost.times(first.size(), second.size()), Magnitude.ONE);
            case "distinct" -> new Estimate(Cost.times(first.size(), first.size()), first);
            case "flatten", "slice", "sort", "@sortByAssociatedKeys" -> new Estimate(first.size(), first);
            case "lists.range" -> new Estimate(1, Magnitude.UNKNOWN);
            default -> new Estimate(1, Magnitude.of(result));
        };
    }

    private static long text(Magnitude value) {
        return text(value.size());
    }

    private static long text(long size) {
        return Cost.part(size, TEXT_FACTOR);
    }

    private static long regex(Magnitude subject, long expression) {
        return Cost.times(text(Cost.plus(subject.size(), 1)), expression);
    }

    private static Estimate sum(Magnitude first, Magnitude second, CelType result) {
        return switch (result.kind()) {
            case STRING, BYTES -> {
                long size = Cost.plus(first.size(), second.size());
                yield new Estimate(text(size), Magnitude.of(size));
            }
            case LIST -> new Estimate(1, first.union(second).withSize(Cost.plus(first.size(), second.size())));
            default -> new Estimate(1, Magnitude.of(result));
        };
    }

    /// One step for each element, and for texts what it takes to compare them.
    private static Estimate eachElement(Magnitude list, CelType result) {
        Shape shape = list.shape();
        Shape items = shape == null ? null : shape.element();
        if (shape != null && items == null) {
            return new Estimate(text(list), Magnitude.of(result));
        }
        Magnitude known = items == null ? list.element() : Magnitude.of(items);
        long element = known == null ? 1 : known.size();
        long each = element <= 1 ? 1 : Cost.plus(1, text(element));
        return new Estimate(Cost.times(list.size(), each), sized(result, element));
    }

    /// The longest result puts the replacement around each character.
    private static Estimate replaced(List<Magnitude> operands) {
        long size = operands.getFirst().size();
        long longest = operands.size() < 3
                ? size
                : Cost.plus(size, Cost.times(Cost.plus(size, 1), operands.get(2).size()));
        return new Estimate(Cost.part(size, 2 * TEXT_FACTOR), Magnitude.of(longest));
    }

    private static Estimate joined(Magnitude list, Magnitude separator, CelType result) {
        long element = list.elementOf(result).size();
        long size = Cost.plus(Cost.times(list.size(), element), Cost.times(list.size(), separator.size()));
        return new Estimate(text(size), Magnitude.of(size));
    }

    private static Magnitude collection(long size, Magnitude element) {
        return new Magnitude(size, null, Magnitude.of(element.size()));
    }

    private static Magnitude sized(CelType result, long size) {
        return Magnitude.of(result).size() == 1 ? Magnitude.ONE : Magnitude.of(size);
    }
}
