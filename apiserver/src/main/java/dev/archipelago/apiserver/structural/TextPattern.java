package dev.archipelago.apiserver.structural;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/// A regular expression of the kind Go has, found anywhere in a text in time linear in its length.
final class TextPattern {
    private final String source;
    private final @Nullable Pattern compiled;
    private final String complaint;

    private TextPattern(String source, @Nullable Pattern compiled, String complaint) {
        this.source = source;
        this.compiled = compiled;
        this.complaint = complaint;
    }

    /// An invalid pattern matches nothing, and says why.
    static TextPattern of(String source) {
        try {
            return new TextPattern(source, Pattern.compile(source), "");
        } catch (PatternSyntaxException e) {
            return new TextPattern(source, null, String.valueOf(e.getMessage()));
        }
    }

    /// Why the pattern is not one; empty when it is.
    String complaint() {
        return complaint;
    }

    boolean isIn(String text) {
        return compiled != null && compiled.matcher(text).find();
    }

    @Override
    public String toString() {
        return complaint.isEmpty() ? source : source + ", but pattern is invalid: " + complaint;
    }
}
