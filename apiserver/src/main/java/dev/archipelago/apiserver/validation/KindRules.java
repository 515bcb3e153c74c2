package dev.archipelago.apiserver.validation;

import java.util.function.BiConsumer;
import java.util.function.Consumer;

/// What is asked of objects of one kind, beyond metadata.
///
/// @param name what the object may be called
/// @param always holds for every version of an object
/// @param onCreate holds only for new objects: what was accepted once stays acceptable
/// @param onUpdate compares the new state, given first, with the old one
/// @param onStatus the same for a change of status
/// @param specAlone whether `always` and `onUpdate` look at nothing but `spec` and what never changes
record KindRules(
        TextRule name,
        Consumer<Cursor> always,
        Consumer<Cursor> onCreate,
        BiConsumer<Cursor, Cursor> onUpdate,
        BiConsumer<Cursor, Cursor> onStatus,
        boolean specAlone) {

    /// A kind of which only the metadata is looked at.
    static final KindRules NONE = new KindRules(
            Formats.DNS_SUBDOMAIN, object -> {}, object -> {}, (object, old) -> {}, (object, old) -> {}, false);

    static KindRules of(Consumer<Cursor> always) {
        return new KindRules(NONE.name, always, NONE.onCreate, NONE.onUpdate, NONE.onStatus, false);
    }

    /// Of a kind whose rules are about `spec`: an update that leaves it as it is need not be judged again.
    static KindRules ofSpec(Consumer<Cursor> always) {
        return new KindRules(NONE.name, always, NONE.onCreate, NONE.onUpdate, NONE.onStatus, true);
    }

    KindRules named(TextRule rule) {
        return new KindRules(rule, always, onCreate, onUpdate, onStatus, specAlone);
    }

    KindRules onCreate(Consumer<Cursor> rule) {
        return new KindRules(name, always, rule, onUpdate, onStatus, specAlone);
    }

    KindRules onUpdate(BiConsumer<Cursor, Cursor> rule) {
        return new KindRules(name, always, onCreate, rule, onStatus, specAlone);
    }

    KindRules onStatus(BiConsumer<Cursor, Cursor> rule) {
        return new KindRules(name, always, onCreate, onUpdate, rule, specAlone);
    }
}
