package dev.archipelago.apiserver.validation;

import java.time.zone.ZoneRulesProvider;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/// The schedules of cron jobs: five fields, or a descriptor such as `@daily` or `@every 1h`.
final class CronSchedule {
    private static final Set<String> DESCRIPTORS =
            Set.of("@yearly", "@annually", "@monthly", "@weekly", "@daily", "@midnight", "@hourly");
    private static final Map<String, Integer> MONTHS =
            numbered(List.of("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"), 1);
    private static final Map<String, Integer> DAYS =
            numbered(List.of("sun", "mon", "tue", "wed", "thu", "fri", "sat"), 0);
    private static final List<Bounds> FIELDS = List.of(
            new Bounds(0, 59, Map.of()),
            new Bounds(0, 23, Map.of()),
            new Bounds(1, 31, Map.of()),
            new Bounds(1, 12, MONTHS),
            new Bounds(0, 6, DAYS));

    private record Bounds(int low, int high, Map<String, Integer> names) {}

    private CronSchedule() {}

    private static Map<String, Integer> numbered(List<String> names, int first) {
        var numbers = new HashMap<String, Integer>();
        for (int i = 0; i < names.size(); i++) {
            numbers.put(names.get(i), first + i);
        }
        return Map.copyOf(numbers);
    }

    static void check(Cursor at) {
        String schedule = at.text().strip();
        if (schedule.startsWith("@")) {
            if (!DESCRIPTORS.contains(schedule) && !isInterval(schedule)) {
                at.invalid("unrecognized descriptor: " + schedule);
            }
            return;
        }
        String[] fields = schedule.split("\\s+");
        if (fields.length != FIELDS.size()) {
            at.invalid("expected exactly 5 fields, found " + fields.length + ": [" + String.join(" ", fields) + "]");
            return;
        }
        for (int i = 0; i < fields.length; i++) {
            String problem = problem(fields[i], FIELDS.get(i));
            if (!problem.isEmpty()) {
                at.invalid(problem);
                return;
            }
        }
    }

    private static boolean isInterval(String schedule) {
        String rest = schedule.startsWith("@every ") ? schedule.substring("@every ".length()) : "";
        boolean fine = !rest.isEmpty()
                && Characters.isDigit(rest.charAt(0))
                && !Characters.isDigit(rest.charAt(rest.length() - 1));
        for (int i = 0; i < rest.length() && fine; i++) {
            fine = Characters.isDigit(rest.charAt(i)) || ".nuµmsh".indexOf(rest.charAt(i)) >= 0;
        }
        return fine;
    }

    private static String problem(String field, Bounds bounds) {
        for (String part : field.split(",")) {
            String problem = rangeProblem(part, bounds);
            if (!problem.isEmpty()) {
                return problem;
            }
        }
        return "";
    }

    private static String rangeProblem(String part, Bounds bounds) {
        String[] stepped = part.split("/", -1);
        if (stepped.length > 2) {
            return "too many slashes: " + part;
        }
        if (stepped.length == 2 && number(stepped[1], Map.of()) <= 0) {
            return "step of range should be a positive number: " + part;
        }
        if (stepped[0].equals("*") || stepped[0].equals("?")) {
            return "";
        }
        String[] ends = stepped[0].split("-", -1);
        if (ends.length > 2) {
            return "too many hyphens: " + part;
        }
        int low = number(ends[0], bounds.names);
        int high = ends.length == 2 ? number(ends[1], bounds.names) : low;
        if (low < 0 || high < 0) {
            return "failed to parse int from " + (low < 0 ? ends[0] : ends[1]);
        }
        if (low < bounds.low) {
            return "beginning of range (" + low + ") below minimum (" + bounds.low + "): " + part;
        }
        if (high > bounds.high) {
            return "end of range (" + high + ") above maximum (" + bounds.high + "): " + part;
        }
        return low > high ? "beginning of range (" + low + ") beyond end of range (" + high + "): " + part : "";
    }

    /// The number or name, or -1.
    private static int number(String text, Map<String, Integer> names) {
        Integer named = names.get(text.toLowerCase(Locale.ROOT));
        if (named != null) {
            return named;
        }
        if (text.isEmpty() || text.length() > 9) {
            return -1;
        }
        int number = 0;
        for (int i = 0; i < text.length(); i++) {
            if (!Characters.isDigit(text.charAt(i))) {
                return -1;
            }
            number = number * 10 + (text.charAt(i) - '0');
        }
        return number;
    }

    static void checkTimeZone(Cursor zone) {
        if (zone.text().isEmpty()) {
            zone.invalid("timeZone must be nil or non-empty string");
        } else if (zone.text().equalsIgnoreCase("Local")) {
            zone.invalid("timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones");
        } else if (!ZoneRulesProvider.getAvailableZoneIds().contains(zone.text())) {
            zone.invalid("unknown time zone " + zone.text());
        }
    }
}
