package dev.archipelago.bench.report;

import java.util.List;
import java.util.concurrent.Callable;

/// One of those that are compared.
///
/// @param work starts afresh, does all the work and leaves nothing behind. Contenders of one comparison return passes
/// of the same titles.
public record Contender(String name, Callable<List<Pass>> work) {
    public List<Pass> run() throws Exception {
        return work.call();
    }
}
