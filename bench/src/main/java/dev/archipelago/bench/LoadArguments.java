package dev.archipelago.bench;

import dev.archipelago.bench.load.LoadOptions;
import picocli.CommandLine.Option;

/// How much load, on the command line.
final class LoadArguments {
    @Option(
            names = "--objects",
            paramLabel = "N",
            defaultValue = "5000",
            description = "Pods to create, and to delete in the end. Default: ${DEFAULT-VALUE}")
    private int objects;

    @Option(
            names = "--gets",
            paramLabel = "N",
            defaultValue = "20000",
            description = "Reads of one pod. Default: ${DEFAULT-VALUE}")
    private int gets;

    @Option(
            names = "--patches",
            paramLabel = "N",
            defaultValue = "5000",
            description = "Merge patches of one pod. Default: ${DEFAULT-VALUE}")
    private int patches;

    @Option(
            names = "--lists",
            paramLabel = "N",
            defaultValue = "10",
            description = "Lists of all pods. Default: ${DEFAULT-VALUE}")
    private int lists;

    @Option(
            names = "--watchers",
            paramLabel = "N",
            defaultValue = "100",
            description = "Watches of all pods at the same time. Default: ${DEFAULT-VALUE}")
    private int watchers;

    @Option(
            names = "--updates",
            paramLabel = "N",
            defaultValue = "500",
            description = "Patches while they watch. Default: ${DEFAULT-VALUE}")
    private int updates;

    @Option(
            names = "--clients",
            paramLabel = "N",
            defaultValue = "32",
            description = "Clients that work at the same time. Default: ${DEFAULT-VALUE}")
    private int clients;

    @Option(
            names = "--connections",
            paramLabel = "N",
            defaultValue = "4",
            description = "HTTP/2 connections that they share. Default: ${DEFAULT-VALUE}")
    private int connections;

    LoadOptions options() {
        return new LoadOptions(objects, gets, patches, lists, watchers, updates, clients, connections);
    }
}
