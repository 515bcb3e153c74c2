package dev.archipelago.apiserver.openapi;

import java.util.List;

/// A query parameter that operations take.
///
/// @param type `string`, `integer` or `boolean`
record Parameter(String name, String type, String description) {
    private static final Parameter CONTINUE =
            new Parameter("continue", "string", "Where a list that came in pages goes on: a token from the last page.");
    private static final Parameter DRY_RUN =
            new Parameter("dryRun", "string", "\"All\" runs every check and stores nothing.");
    private static final Parameter FIELD_MANAGER = new Parameter(
            "fieldManager", "string", "Who makes the change; recorded as the owner of the fields it sets.");
    private static final Parameter FIELD_SELECTOR =
            new Parameter("fieldSelector", "string", "Only objects whose fields match.");
    private static final Parameter FIELD_VALIDATION = new Parameter(
            "fieldValidation",
            "string",
            "What to do about unknown and duplicate fields: Ignore, Warn or Strict; Warn if not given.");
    private static final Parameter GRACE_PERIOD =
            new Parameter("gracePeriodSeconds", "integer", "Seconds before the object goes; 0 means at once.");
    private static final Parameter LABEL_SELECTOR =
            new Parameter("labelSelector", "string", "Only objects whose labels match.");
    private static final Parameter LIMIT = new Parameter("limit", "integer", "The most objects to put in one page.");
    private static final Parameter ORPHAN =
            new Parameter("orphanDependents", "boolean", "Obsolete; use propagationPolicy.");
    private static final Parameter PROPAGATION = new Parameter(
            "propagationPolicy", "string", "What becomes of dependents: Orphan, Background or Foreground.");
    private static final Parameter RESOURCE_VERSION =
            new Parameter("resourceVersion", "string", "How fresh the answer must be, or where a watch starts.");
    private static final Parameter RESOURCE_VERSION_MATCH =
            new Parameter("resourceVersionMatch", "string", "How resourceVersion is meant: Exact or NotOlderThan.");
    private static final Parameter INITIAL_EVENTS = new Parameter(
            "sendInitialEvents", "boolean", "Begin a watch with all present objects, closed by a bookmark.");
    private static final Parameter TIMEOUT =
            new Parameter("timeoutSeconds", "integer", "After how many seconds the call ends, whatever happens.");

    static final List<Parameter> WRITE = List.of(DRY_RUN, FIELD_MANAGER, FIELD_VALIDATION);
    static final List<Parameter> PATCH = List.of(
            DRY_RUN,
            FIELD_MANAGER,
            FIELD_VALIDATION,
            new Parameter("force", "boolean", "Server-side apply only: take fields from other owners."));
    static final List<Parameter> DELETE = List.of(DRY_RUN, GRACE_PERIOD, ORPHAN, PROPAGATION);
    static final List<Parameter> LIST = List.of(
            new Parameter("allowWatchBookmarks", "boolean", "Whether a watch may send bookmark events."),
            CONTINUE,
            FIELD_SELECTOR,
            LABEL_SELECTOR,
            LIMIT,
            RESOURCE_VERSION,
            RESOURCE_VERSION_MATCH,
            INITIAL_EVENTS,
            TIMEOUT,
            new Parameter("watch", "boolean", "Send changes as they happen instead of a list."));
    static final List<Parameter> DELETE_COLLECTION = List.of(
            CONTINUE,
            DRY_RUN,
            FIELD_SELECTOR,
            GRACE_PERIOD,
            LABEL_SELECTOR,
            LIMIT,
            ORPHAN,
            PROPAGATION,
            RESOURCE_VERSION,
            RESOURCE_VERSION_MATCH,
            INITIAL_EVENTS,
            TIMEOUT);
}
