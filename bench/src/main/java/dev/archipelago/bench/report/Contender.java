package dev.archipelago.bench.report;

import java.util.List;

/// One of those that are compared.
public interface Contender {
    String name();

    /// Starts afresh, does all the work and leaves nothing behind. Contenders of one comparison return passes of the
    /// same titles.
    List<Pass> run() throws Exception;
}
