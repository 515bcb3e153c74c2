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
    private final Map<Series, EventDraft> notes = new RecentMap<>(REMEMBERED_MAX);
    private final Map<Speaker, Allowance> allowances = new RecentMap<>(REMEMBERED_MAX);

    private record Speaker(String source, String kind, String uid) {}

    private record Topic(Speaker speaker, boolean warning, String reason) {}

    private record Series(Topic topic, String message) {}

    private record Messages(Set<String> different, Instant last) {}

    /// @param full when the whole burst is, or will be, allowed again
    private record Allowance(Instant full) {}

    Correlator(RandomGenerator random) {
        this.random = random;
    }

    Optional<EventDraft> take(OccurredEvent happening) {
        OccurredEvent.Subject subject = happening.subject();
        Speaker speaker = new Speaker(
                happening.source(),
                subject.apiVersion() + '/' + subject.kind(),
                // Objects without a uid are identified by name.
                subject.uid().isEmpty() ? subject.namespace() + '/' + subject.name() : subject.uid());
        Topic topic = new Topic(speaker, happening.warning(), happening.reason());
        boolean combined = isOneOfTooMany(topic, happening);
        EventDraft note = combined
                ? count(new Series(topic, COMBINED), happening.saying(COMBINED + happening.message()))
                : count(new Series(topic, happening.message()), happening);
        return isAllowed(speaker, happening.time()) ? Optional.of(note) : Optional.empty();
    }

    private boolean isOneOfTooMany(Topic topic, OccurredEvent happening) {
        Messages before = messages.get(topic);
        Set<String> different =
                before == null || isOver(before.last, happening.time()) ? new HashSet<>() : before.different;
        if (different.size() <= MESSAGES_MAX) {
            different.add(happening.message());
        }
        messages.put(topic, new Messages(different, happening.time()));
        return different.size() > MESSAGES_MAX;
    }

    private static boolean isOver(Instant last, Instant now) {
        return now.isAfter(last.plus(WINDOW));
    }

    /// Counts a repetition, or begins a series.
    private EventDraft count(Series series, OccurredEvent happening) {
        EventDraft before = notes.get(series);
        EventDraft now = before == null || isOver(before.last().time(), happening.time())
                ? new EventDraft(key(happening.subject()), happening, happening.time(), 1, false)
                : new EventDraft(before.key(), happening, before.first(), before.count() + 1, true);
        notes.put(series, now);
        return now;
    }

    private Key key(OccurredEvent.Subject subject) {
        String object = subject.name();
        String name = object.substring(0, Math.min(object.length(), OBJECT_NAME_LENGTH_MAX))
                + '.'
                + HexFormat.of().toHexDigits(random.nextLong());
        return new Key(subject.namespace().isEmpty() ? NAMESPACE_OF_GLOBALS : subject.namespace(), name);
    }

    private boolean isAllowed(Speaker speaker, Instant now) {
        Allowance before = allowances.get(speaker);
        Instant full = before == null || before.full.isBefore(now) ? now : before.full;
        Instant after = full.plus(REFILL);
        if (after.isAfter(now.plus(REFILL.multipliedBy(BURST)))) {
            return false;
        }
        allowances.put(speaker, new Allowance(after));
        return true;
    }
}
