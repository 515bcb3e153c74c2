package dev.archipelago.cluster.endpoints;

import dev.archipelago.cluster.kinds.Endpoint;
import dev.archipelago.cluster.kinds.EndpointSlice;
import dev.archipelago.cluster.kinds.EndpointSlice.Port;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Distributes the endpoints of one address type over slices, with as few changed slices as possible, because each
/// change is sent to every watcher.
final class Slicing {
    private final List<EndpointSlice> existing;
    private final List<Draft> drafts = new ArrayList<>();
    private final List<EndpointSlice> spare = new ArrayList<>();

    /// @param existing of the address type
    private Slicing(List<EndpointSlice> existing) {
        this.existing = existing;
    }

    /// @param surplus slices to be deleted
    record Result(List<Draft> drafts, List<EndpointSlice> surplus) {}

    static Result of(List<EndpointSlice> existing, Map<List<Port>, List<Endpoint>> wanted) {
        Slicing slicing = new Slicing(existing);
        wanted.forEach(slicing::deal);
        return slicing.finish(wanted);
    }

    private void deal(List<Port> ports, List<Endpoint> wanted) {
        Map<String, Endpoint> left = new LinkedHashMap<>();
        wanted.forEach(endpoint -> left.put(endpoint.podUid(), endpoint));
        List<Draft> kept = new ArrayList<>();
        for (EndpointSlice slice : existing) {
            if (slice.ports().equals(ports)) {
                kept.add(keep(slice, left));
            }
        }
        kept.sort(Comparator.comparingInt(Draft::room));
        Deque<Endpoint> rest = new ArrayDeque<>(left.values());
        kept.stream().filter(Draft::isChanged).forEach(draft -> fill(draft, rest));
        while (rest.size() >= Draft.ENDPOINTS_MAX) {
            fill(begin(ports), rest);
        }
        if (!rest.isEmpty()) {
            Draft fitting = fitting(kept, rest.size());
            fill(fitting == null ? begin(ports) : fitting, rest);
        }
        for (Draft draft : kept) {
            EndpointSlice slice = draft.slice();
            if (!draft.endpoints().isEmpty()) {
                drafts.add(draft);
            } else if (slice != null) {
                spare.add(slice);
            }
        }
    }

    /// Keeps the endpoints of a slice that are still wanted.
    private static Draft keep(EndpointSlice slice, Map<String, Endpoint> left) {
        Draft draft = new Draft(slice, slice.ports());
        for (Endpoint endpoint : slice.endpoints()) {
            Endpoint still = left.remove(endpoint.podUid());
            if (still != null) {
                draft.add(still);
            }
        }
        return draft;
    }

    private Draft begin(List<Port> ports) {
        Draft draft = new Draft(null, ports);
        drafts.add(draft);
        return draft;
    }

    private static void fill(Draft draft, Deque<Endpoint> rest) {
        while (draft.room() > 0 && !rest.isEmpty()) {
            draft.add(rest.remove());
        }
    }

    /// The fullest draft with room for the rest.
    private static @Nullable Draft fitting(List<Draft> kept, int rest) {
        for (Draft draft : kept) {
            if (draft.room() >= rest) {
                return draft;
            }
        }
        return null;
    }

    private Result finish(Map<List<Port>, List<Endpoint>> wanted) {
        for (EndpointSlice slice : existing) {
            if (!wanted.containsKey(slice.ports())) {
                spare.add(slice);
            }
        }
        if (drafts.isEmpty()) {
            // A service without endpoints has one empty slice.
            drafts.add(new Draft(null, List.of()));
        }
        for (Draft draft : drafts) {
            if (draft.slice() == null && !spare.isEmpty()) {
                draft.replace(spare.removeFirst());
            }
        }
        return new Result(drafts, spare);
    }
}
