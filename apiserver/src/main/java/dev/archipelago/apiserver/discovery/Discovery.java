package dev.archipelago.apiserver.discovery;

import dev.archipelago.model.kinds.ResourceKind;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// What a set of served kinds looks like to a client that asks. Immutable: when kinds come or go, make a new one.
///
/// Documents are made when first asked for and then kept. Safe on any thread.
public final class Discovery {
    private static final String CORE = "";

    private final List<Group> groups;
    private final List<Group> namedGroups;
    private final String serverAddress;
    private final Map<String, DiscoveryDocument> made = new ConcurrentHashMap<>();

    /// @param kinds built-in and custom, several versions of a resource one after another
    /// @param serverAddress `host:port` under which clients reach this server
    public Discovery(List<ResourceKind> kinds, String serverAddress) {
        this.groups = Groups.of(kinds);
        this.namedGroups =
                groups.stream().filter(group -> !group.name().equals(CORE)).toList();
        this.serverAddress = serverAddress;
    }

    /// The document at a path, without a slash at its end: `/api`, `/apis`, `/api/v1`, `/apis/apps`, `/apis/apps/v1`.
    /// Only the first two have an aggregated form; the others answer in the plain one.
    public Optional<DiscoveryDocument> document(String path, DiscoveryForm form) {
        boolean root = path.equals("/api") || path.equals("/apis");
        DiscoveryForm possible = root ? form : DiscoveryForm.PLAIN;
        // Only paths that exist are kept, or clients could fill the memory.
        String key = possible.name() + path;
        DiscoveryDocument known = made.get(key);
        if (known != null) {
            return Optional.of(known);
        }
        ObjectNode content = content(path, possible);
        if (content == null) {
            return Optional.empty();
        }
        DiscoveryDocument document = DiscoveryDocument.of(possible, content);
        made.put(key, document);
        return Optional.of(document);
    }

    private @Nullable ObjectNode content(String path, DiscoveryForm form) {
        if (path.equals("/api")) {
            Group core = find(CORE);
            return form == DiscoveryForm.PLAIN
                    ? PlainDocuments.coreVersions(core == null ? new Group(CORE, List.of()) : core, serverAddress)
                    : AggregatedDocuments.list(form, core == null ? List.of() : List.of(core));
        }
        if (path.equals("/apis")) {
            return form == DiscoveryForm.PLAIN
                    ? PlainDocuments.groupList(namedGroups)
                    : AggregatedDocuments.list(form, namedGroups);
        }
        String[] parts = path.split("/", -1);
        if (path.startsWith("/api/") && parts.length == 3) {
            return resources(CORE, parts[2]);
        }
        if (path.startsWith("/apis/") && parts.length == 3 && !parts[2].isEmpty()) {
            Group group = find(parts[2]);
            return group == null ? null : PlainDocuments.group(group);
        }
        if (path.startsWith("/apis/") && parts.length == 4 && !parts[2].isEmpty()) {
            return resources(parts[2], parts[3]);
        }
        return null;
    }

    private @Nullable ObjectNode resources(String groupName, String versionName) {
        Group group = find(groupName);
        if (group != null) {
            for (Group.Version version : group.versions()) {
                if (version.name().equals(versionName)) {
                    return PlainDocuments.resources(group, version);
                }
            }
        }
        return null;
    }

    private @Nullable Group find(String name) {
        for (Group group : groups) {
            if (group.name().equals(name)) {
                return group;
            }
        }
        return null;
    }
}
