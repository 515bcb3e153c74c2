package dev.archipelago.apiserver.validation;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// Jobs, and the cron jobs that make them.
final class JobRules {
    private static final List<String> COUNTS = List.of(
            "parallelism",
            "completions",
            "activeDeadlineSeconds",
            "backoffLimit",
            "ttlSecondsAfterFinished",
            "backoffLimitPerIndex",
            "maxFailedIndexes");
    private static final List<String> COMPLETION_MODES = List.of("NonIndexed", "Indexed");
    private static final List<String> ENDING_POLICIES = List.of("OnFailure", "Never");
    private static final List<String> CONCURRENCY = List.of("Allow", "Forbid", "Replace");
    private static final int INDEXED_PARALLELISM_MAX = 100_000;
    private static final int CRON_NAME_MAX = 52;

    private JobRules() {}

    static void job(Cursor job) {
        Cursor spec = job.field("spec");
        spec(spec);
        Cursor selector = spec.field("selector");
        if (!selector.present()) {
            selector.required();
        } else {
            LabelRules.selector(selector);
            PodTemplateRules.selected(spec.field("template"), selector);
        }
    }

    static void create(Cursor job) {
        Cursor spec = job.field("spec");
        if (spec.is("completionMode", "Indexed") && spec.number("completions") > 0) {
            Cursor name = job.field("metadata").field("name");
            String last = name.text() + "-" + (spec.number("completions") - 1);
            if (!Formats.dnsLabel(last).isEmpty()) {
                name.invalid("will not able to create pod with invalid DNS label: " + last);
            }
        }
    }

    private static void spec(Cursor spec) {
        for (String count : COUNTS) {
            Numbers.notNegative(spec, count);
        }
        if (spec.has("maxFailedIndexes") && !spec.has("backoffLimitPerIndex")) {
            spec.field("backoffLimitPerIndex").required("when maxFailedIndexes is specified");
        }
        completion(spec);
        Cursor template = spec.field("template");
        PodTemplateRules.template(template);
        Cursor restart = template.field("spec").field("restartPolicy");
        if (restart.text().isEmpty() || restart.text().equals("Always")) {
            restart.required("valid values: \"OnFailure\", \"Never\"");
        } else if (!ENDING_POLICIES.contains(restart.text())) {
            restart.notSupported(ENDING_POLICIES);
        } else if (spec.has("podFailurePolicy") && !restart.text().equals("Never")) {
            restart.invalid("only \"Never\" is supported when podFailurePolicy is specified");
        }
    }

    private static void completion(Cursor spec) {
        Cursor mode = spec.field("completionMode");
        if (mode.present()) {
            Numbers.oneOf(mode, COMPLETION_MODES);
        }
        if (mode.text().equals("Indexed")) {
            if (!spec.has("completions")) {
                spec.field("completions").required("when completion mode is Indexed");
            } else if (spec.number("maxFailedIndexes") > spec.number("completions")) {
                spec.field("maxFailedIndexes").invalid("must be less than or equal to completions");
            }
            if (spec.number("parallelism") > INDEXED_PARALLELISM_MAX) {
                spec.field("parallelism")
                        .invalid("must be less than or equal to " + INDEXED_PARALLELISM_MAX
                                + " when completion mode is Indexed");
            }
            return;
        }
        for (String field : List.of("backoffLimitPerIndex", "maxFailedIndexes", "successPolicy")) {
            if (spec.has(field)) {
                spec.field(field).invalid("requires indexed completion mode");
            }
        }
    }

    static void update(Cursor job, Cursor old) {
        Cursor spec = job.field("spec");
        Cursor before = old.field("spec");
        boolean indexed = spec.is("completionMode", "Indexed");
        if (!indexed) {
            FieldChanges.immutable(spec, before, "completions");
        } else if (!SameValue.of(spec.member("completions"), before.member("completions"))
                && spec.number("completions") != spec.number("parallelism")) {
            spec.field("completions").invalid("can only be modified in tandem with spec.parallelism");
        }
        FieldChanges.immutable(spec, before, "selector");
        template(spec.field("template"), before.field("template"), isHeldBack(old));
        for (String field :
                List.of("completionMode", "podFailurePolicy", "backoffLimitPerIndex", "managedBy", "successPolicy")) {
            FieldChanges.immutable(spec, before, field);
        }
    }

    private static boolean isHeldBack(Cursor job) {
        return job.field("spec").flag("suspend") && !job.field("status").has("startTime");
    }

    /// While a job is held back, where its pods will go may still change.
    private static void template(Cursor template, Cursor old, boolean heldBack) {
        if (!heldBack) {
            MetadataRules.immutable(template, old);
            return;
        }
        List<String> schedule = new ArrayList<>(List.of("nodeSelector", "affinity", "tolerations", "schedulingGates"));
        boolean same = FieldChanges.sameExcept(template.field("spec"), old.field("spec"), schedule)
                && FieldChanges.sameExcept(
                        template.field("metadata"), old.field("metadata"), List.of("labels", "annotations"));
        if (!same) {
            template.invalid("field is immutable");
        }
    }

    static void createCronJob(Cursor job) {
        Cursor name = job.field("metadata").field("name");
        if (name.text().length() > CRON_NAME_MAX) {
            name.invalid("must be no more than " + CRON_NAME_MAX + " characters");
        }
    }

    static void cronJob(Cursor job) {
        Cursor spec = job.field("spec");
        Cursor schedule = spec.field("schedule");
        if (schedule.text().isEmpty()) {
            schedule.required();
        } else if (schedule.text().contains("TZ")) {
            schedule.invalid("cannot use TZ or CRON_TZ in schedule, use timeZone field instead");
        } else {
            CronSchedule.check(schedule);
        }
        Numbers.notNegative(spec, "startingDeadlineSeconds");
        if (spec.has("timeZone")) {
            CronSchedule.checkTimeZone(spec.field("timeZone"));
        }
        Numbers.requireOneOf(spec.field("concurrencyPolicy"), CONCURRENCY);
        Cursor template = spec.field("jobTemplate").field("spec");
        spec(template);
        if (template.has("selector")) {
            template.field("selector").invalid("`selector` will be auto-generated");
        }
        if (template.flag("manualSelector")) {
            template.field("manualSelector").notSupported("true", List.of("nil", "false"));
        }
        Numbers.notNegative(spec, "successfulJobsHistoryLimit");
        Numbers.notNegative(spec, "failedJobsHistoryLimit");
    }

    static void status(Cursor job, Cursor old) {
        Cursor status = job.field("status");
        StatusCounts.notNegative(status, List.of("active", "succeeded", "failed", "ready", "terminating"));
        boolean complete = false;
        boolean failed = false;
        for (JsonNode condition : status.field("conditions").items()) {
            boolean holds = condition.path("status").asString("").equals("True");
            complete |= holds && condition.path("type").asString("").equals("Complete");
            failed |= holds && condition.path("type").asString("").equals("Failed");
        }
        if (complete && failed) {
            status.field("conditions").invalid("cannot set Complete=True and Failed=true conditions");
        }
    }
}
