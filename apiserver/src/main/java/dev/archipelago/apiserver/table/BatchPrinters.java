package dev.archipelago.apiserver.table;

import static dev.archipelago.apiserver.table.Column.AGE;
import static dev.archipelago.apiserver.table.Column.NAME;
import static dev.archipelago.apiserver.table.Column.text;
import static dev.archipelago.apiserver.table.Values.NONE;
import static dev.archipelago.apiserver.table.Values.UNSET;
import static dev.archipelago.apiserver.table.Values.at;
import static dev.archipelago.apiserver.table.Values.number;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// What runs pods to completion.
final class BatchPrinters {
    static final Table JOB = Table.of(
            BatchPrinters::printJob,
            NAME,
            text("Status", "Whether the job is running, or how it ended"),
            text("Completions", "Pods that succeeded, of those wanted"),
            text("Duration", "Time the job took, or has taken so far"),
            AGE,
            WorkloadPrinters.CONTAINERS,
            WorkloadPrinters.IMAGES,
            WorkloadPrinters.SELECTOR);

    static final Table CRON_JOB = Table.of(
            BatchPrinters::printCronJob,
            NAME,
            text("Schedule", "When jobs are started, in cron format"),
            text("Timezone", "Time zone of the schedule"),
            Column.flag("Suspend", "Whether no more jobs are started"),
            Column.integer("Active", "Jobs that are running"),
            text("Last Schedule", "Time since a job was last started"),
            AGE,
            WorkloadPrinters.CONTAINERS,
            WorkloadPrinters.IMAGES,
            WorkloadPrinters.SELECTOR);

    /// In the order in which they count, with the deletion of the job between the first two and the rest.
    private static final List<String> ENDED = List.of("Complete", "Failed");

    private static final List<String> UNDER_WAY = List.of("Suspended", "FailureTarget", "SuccessCriteriaMet");

    private BatchPrinters() {}

    private static void printJob(JsonNode job, Cells cells) {
        cells.name(job)
                .text(status(job))
                .text(completions(job))
                .text(duration(job, cells))
                .age(job);
        WorkloadPrinters.containers(at(job, "spec", "template"), cells);
        cells.text(Selectors.shown(at(job, "spec", "selector")));
    }

    private static String status(JsonNode job) {
        JsonNode conditions = at(job, "status", "conditions");
        for (String condition : ENDED) {
            if (Values.isTrue(conditions, condition)) {
                return condition;
            }
        }
        if (Values.isDeleted(job)) {
            return "Terminating";
        }
        for (String condition : UNDER_WAY) {
            if (Values.isTrue(conditions, condition)) {
                return condition;
            }
        }
        return "Running";
    }

    private static String completions(JsonNode job) {
        long succeeded = number(job, "status", "succeeded");
        if (Values.has(job, "spec", "completions")) {
            return succeeded + "/" + number(job, "spec", "completions");
        }
        long parallelism = number(job, "spec", "parallelism");
        return succeeded + (parallelism > 1 ? "/1 of " + parallelism : "/1");
    }

    private static String duration(JsonNode job, Cells cells) {
        Instant start = Cells.instant(at(job, "status", "startTime"));
        if (start == null) {
            return "";
        }
        Instant end = Cells.instant(at(job, "status", "completionTime"));
        return end == null ? cells.since(start) : HumanDuration.of(Duration.between(start, end));
    }

    private static void printCronJob(JsonNode job, Cells cells) {
        JsonNode last = at(job, "status", "lastScheduleTime");
        JsonNode template = at(job, "spec", "jobTemplate", "spec");
        cells.name(job)
                .text(Values.text(job, "spec", "schedule"))
                .text(Values.given(job, NONE, "spec", "timeZone"))
                .text(suspended(job))
                .number(at(job, "status", "active").size())
                .text(Values.isPresent(last) ? cells.since(last) : NONE)
                .age(job);
        WorkloadPrinters.containers(template.path("template"), cells);
        cells.text(Selectors.shown(template.path("selector")));
    }

    private static String suspended(JsonNode job) {
        if (!Values.has(job, "spec", "suspend")) {
            return UNSET;
        }
        return Values.flag(job, "spec", "suspend") ? "True" : "False";
    }
}
