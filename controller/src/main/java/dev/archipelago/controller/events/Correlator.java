package dev.archipelago.controller.events;

import dev.archipelago.api.objects.Key;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;

/// Decides what a noted event becomes: a new Event, a repetition of a known one, or nothing.
///
/// It remembers a bounded number of recent events. Not thread-safe.
final class Correlator {
    static final int REMEMBERED_MAX = 4096;
    static final Duration WINDOW = Duration.ofMinutes(10);
    static final int MESSAGES_MAX = 10;
    static final int BURST = 25;
    static final Duration REFILL = Duration.ofMinutes(5);
    static final String COMBINED = "(combined from similar events): ";

    private static final int OBJECT_NAME_LENGTH_MAX = 236;
    private static final String NAMESPACE_OF_GLOBALS = "default";

    private final RandomGenerator random;
    private final Map<Topic, Messages> messages = new RecentMap<>(REMEMBERED_MAX);
    private final Map<Series, EventDraft> drafts = new RecentMap<>(REMEMBERED_MAX);
    private final Map<Source, Allowance> allowances = new RecentMap<>(REMEMBERED_MAX);

    private record Source(String source, String kind, String uid) {}

    private record Topic(Source source, boolean warning, String reason) {}

    private record Series(Topic topic, String message) {}

    private record Messages(Set<String> different, Instant last) {}

    /// @param full when the whole burst is, or will be, allowed again
    private record Allowance(Instant full) {}

    Correlator(RandomGenerator random) {
        this.random = random;
    }

    Optional<EventDraft> take(OccurredEvent occurred) {
        OccurredEvent.Subject subject = occurred.subject();
        Source source = new Source(
                occurred.source(),
                subject.apiVersion() + '/' + subject.kind(),
                // Objects without a uid are identified by name.
                subject.uid().isEmpty() ? subject.namespace() + '/' + subject.name() : subject.uid());
        Topic topic = new Topic(source, occurred.warning(), occurred.reason());
        boolean combined = isOneOfTooMany(topic, occurred);
        EventDraft draft = combined
                ? count(new Series(topic, COMBINED), occurred.saying(COMBINED + occurred.message()))
                : count(new Series(topic, occurred.message()), occurred);
        return isAllowed(source, occurred.time()) ? Optional.of(draft) : Optional.empty();
    }

    private boolean isOneOfTooMany(Topic topic, OccurredEvent occurred) {
        Messages before = messages.get(topic);
        Set<String> different =
                before == null || isOver(before.last, occurred.time()) ? new HashSet<>() : before.different;
        if (different.size() <= MESSAGES_MAX) {
            different.add(occurred.message());
        }
        messages.put(topic, new Messages(different, occurred.time()));
        return different.size() > MESSAGES_MAX;
    }

    private static boolean isOver(Instant last, Instant now) {
        return now.isAfter(last.plus(WINDOW));
    }

    /// Counts a repetition, or begins a series.
    private EventDraft count(Series series, OccurredEvent occurred) {
        EventDraft before = drafts.get(series);
        EventDraft now = before == null || isOver(before.last().time(), occurred.time())
                ? new EventDraft(key(occurred.subject()), occurred, occurred.time(), 1, false)
                : new EventDraft(before.key(), occurred, before.first(), before.count() + 1, true);
        drafts.put(series, now);
        return now;
    }

    private Key key(OccurredEvent.Subject subject) {
        String object = subject.name();
        String name = object.substring(0, Math.min(object.length(), OBJECT_NAME_LENGTH_MAX))
                + '.'
                + HexFormat.of().toHexDigits(random.nextLong());
        return new Key(subject.namespace().isEmpty() ? NAMESPACE_OF_GLOBALS : subject.namespace(), name);
    }

    private boolean isAllowed(Source source, Instant now) {
        Allowance before = allowances.get(source);
        Instant full = before == null || before.full.isBefore(now) ? now : before.full;
        Instant after = full.plus(REFILL);
        if (after.isAfter(now.plus(REFILL.multipliedBy(BURST)))) {
            return false;
        }
        allowances.put(source, new Allowance(after));
        return true;
    }
}
