package dev.archipelago.apiserver.table;

import static dev.archipelago.apiserver.table.Column.AGE;
import static dev.archipelago.apiserver.table.Column.NAME;
import static dev.archipelago.apiserver.table.Column.integer;
import static dev.archipelago.apiserver.table.Column.text;
import static dev.archipelago.apiserver.table.Column.wide;
import static dev.archipelago.apiserver.table.Values.NONE;
import static dev.archipelago.apiserver.table.Values.at;
import static dev.archipelago.apiserver.table.Values.number;

import java.util.Locale;
import tools.jackson.databind.JsonNode;

/// What runs pods and keeps them running.
final class WorkloadPrinters {
    static final Column CONTAINERS = wide("Containers", "Names of the containers in the pod template");
    static final Column IMAGES = wide("Images", "Images of the containers in the pod template");
    static final Column SELECTOR = wide("Selector", "Selector of the pods that belong to the object");
    private static final Column DESIRED = integer("Desired", "Pods wanted");
    private static final Column CURRENT = integer("Current", "Pods that exist");
    private static final Column READY = integer("Ready", "Pods that are ready");

    static final Table DEPLOYMENT = Table.of(
            WorkloadPrinters::printDeployment,
            NAME,
            text("Ready", "Pods that are ready, of those wanted"),
            text("Up-to-date", "Pods of the latest template"),
            text("Available", "Pods that have been ready long enough"),
            AGE,
            CONTAINERS,
            IMAGES,
            SELECTOR);

    static final Table STATEFUL_SET = Table.of(
            (set, cells) -> {
                cells.name(set).text(ready(set)).age(set);
                containers(at(set, "spec", "template"), cells);
            },
            NAME,
            text("Ready", "Pods that are ready, of those wanted"),
            AGE,
            CONTAINERS,
            IMAGES);

    static final Table REPLICA_SET = Table.of(
            (set, cells) -> {
                printReplicas(set, cells);
                cells.text(Selectors.shown(at(set, "spec", "selector")));
            },
            NAME,
            DESIRED,
            CURRENT,
            READY,
            AGE,
            CONTAINERS,
            IMAGES,
            SELECTOR);

    static final Table REPLICATION_CONTROLLER = Table.of(
            (controller, cells) -> {
                printReplicas(controller, cells);
                cells.text(Values.labels(at(controller, "spec", "selector")));
            },
            NAME,
            DESIRED,
            CURRENT,
            READY,
            AGE,
            CONTAINERS,
            IMAGES,
            SELECTOR);

    static final Table DAEMON_SET = Table.of(
            WorkloadPrinters::printDaemonSet,
            NAME,
            integer("Desired", "Nodes that should run a pod"),
            integer("Current", "Nodes that run a pod"),
            READY,
            integer("Up-to-date", "Nodes that run a pod of the latest template"),
            integer("Available", "Nodes whose pod has been ready long enough"),
            text("Node Selector", "Labels of the nodes that should run a pod"),
            AGE,
            CONTAINERS,
            IMAGES,
            SELECTOR);

    static final Table CONTROLLER_REVISION = Table.of(
            (revision, cells) -> cells.name(revision)
                    .text(controllerOf(revision))
                    .number(number(revision, "revision"))
                    .age(revision),
            NAME,
            text("Controller", "Object the revision belongs to"),
            text("Revision", "Number of the revision"),
            AGE);

    static final Table SCALE = Table.of(
            (scale, cells) -> cells.name(scale)
                    .number(number(scale, "spec", "replicas"))
                    .number(number(scale, "status", "replicas"))
                    .age(scale),
            Column.text("Name", NAME.description()),
            DESIRED,
            integer("Available", "Pods observed"),
            AGE);

    private WorkloadPrinters() {}

    private static void printDeployment(JsonNode deployment, Cells cells) {
        cells.name(deployment)
                .text(ready(deployment))
                .number(number(deployment, "status", "updatedReplicas"))
                .number(number(deployment, "status", "availableReplicas"))
                .age(deployment);
        containers(at(deployment, "spec", "template"), cells);
        cells.text(Selectors.shown(at(deployment, "spec", "selector"), "<invalid>"));
    }

    private static void printReplicas(JsonNode object, Cells cells) {
        cells.name(object)
                .number(number(object, "spec", "replicas"))
                .number(number(object, "status", "replicas"))
                .number(number(object, "status", "readyReplicas"))
                .age(object);
        containers(at(object, "spec", "template"), cells);
    }

    private static void printDaemonSet(JsonNode set, Cells cells) {
        JsonNode status = set.path("status");
        cells.name(set)
                .number(number(status, "desiredNumberScheduled"))
                .number(number(status, "currentNumberScheduled"))
                .number(number(status, "numberReady"))
                .number(number(status, "updatedNumberScheduled"))
                .number(number(status, "numberAvailable"))
                .text(Values.labels(at(set, "spec", "template", "spec", "nodeSelector")))
                .age(set);
        containers(at(set, "spec", "template"), cells);
        cells.text(Selectors.shown(at(set, "spec", "selector")));
    }

    private static String ready(JsonNode object) {
        return number(object, "status", "readyReplicas") + "/" + number(object, "spec", "replicas");
    }

    /// The names and the images of a pod template.
    static void containers(JsonNode template, Cells cells) {
        JsonNode containers = at(template, "spec", "containers");
        cells.text(Values.joined(containers, "name")).text(Values.joined(containers, "image"));
    }

    private static String controllerOf(JsonNode object) {
        for (JsonNode owner : at(object, "metadata", "ownerReferences")) {
            if (Values.flag(owner, "controller")) {
                String version = Values.text(owner, "apiVersion");
                int slash = version.indexOf('/');
                String group = slash < 0 ? "" : "." + version.substring(0, slash);
                return (Values.text(owner, "kind") + group).toLowerCase(Locale.ROOT) + '/' + Values.text(owner, "name");
            }
        }
        return NONE;
    }
}
