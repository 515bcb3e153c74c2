package dev.archipelago.apiserver.registry;

import dev.archipelago.apiserver.admission.Admission;
import dev.archipelago.store.Store;
import java.time.InstantSource;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/// What every write needs.
///
/// @param uids makes a new uid at each call
public record WriteKit(
        Store store,
        Admission admission,
        Allotments allotments,
        InstantSource clock,
        Supplier<String> uids,
        RandomGenerator random) {}
