package dev.archipelago.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtendWith;

/// Runs a test method once for each of several seeds. The method takes a `Random` (or the seed itself, as a `long`)
/// and must draw all its choices from it, so that a seed always gives the same run.
///
/// `-Dseed=N` runs only seed N; `-Dseeds=M` runs M seeds instead of the number given here; `-Dseeds.first=N` starts
/// at N. A failure says which seed to give.
@TestTemplate
@ExtendWith(SeedsExtension.class)
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface Seeds {
    int value();
}
