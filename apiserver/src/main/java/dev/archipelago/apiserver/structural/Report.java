package dev.archipelago.apiserver.structural;

import dev.archipelago.api.errors.FieldError;

/// Turns what is wrong at the present place of a walk into errors.
final class Report {
    private final String root;
    private final FieldPath path;
    private Findings findings = new Findings();

    /// @param root the field that the walk starts at, such as `status`; empty when that is the whole object
    Report(String root, FieldPath path) {
        this.root = root;
        this.path = path;
    }

    Findings findings() {
        return findings;
    }

    /// Lets errors go elsewhere, for schemas of which only some need to fit.
    Findings redirect(Findings other) {
        Findings before = findings;
        findings = other;
        return before;
    }

    void count(int checks) {
        findings.count(checks);
    }

    String path() {
        return path.dotted();
    }

    private String field() {
        return field(path.dotted());
    }

    private String field(String dotted) {
        String name = dotted.startsWith(".") ? dotted.substring(1) : dotted;
        if (name.isEmpty()) {
            return root.isEmpty() ? "<nil>" : root;
        }
        return root.isEmpty() ? name : root + '.' + name;
    }

    void add(FieldError.Type type, String value, String detail) {
        if (findings.isFull()) {
            return;
        }
        findings.add(new FieldError(type, field(), value, detail));
    }

    void required(String name) {
        if (findings.isFull()) {
            return;
        }
        findings.add(FieldError.required(field(path.dotted() + '.' + name), ""));
    }

    void wrongType(String wanted, String found) {
        if (findings.isFull()) {
            return;
        }
        String detail = path() + " in body must be of type " + wanted + ": " + SchemaText.quoted(found);
        add(FieldError.Type.TYPE_INVALID, SchemaText.quoted(found), detail);
    }

    void invalid(String value, String complaint) {
        if (findings.isFull()) {
            return;
        }
        add(FieldError.Type.INVALID, value, path() + " in body " + complaint);
    }

    void invalidPlain(String value, String detail) {
        add(FieldError.Type.INVALID, value, detail);
    }

    /// Of the object as a whole.
    void general(String detail) {
        findings.add(FieldError.invalid(root.isEmpty() ? "<nil>" : root, "\"\"", detail));
    }

    void tooLong(long max) {
        if (findings.isFull()) {
            return;
        }
        add(FieldError.Type.TOO_LONG, "", "may not be more than " + max + (max == 1 ? " byte" : " bytes"));
    }

    void tooMany(int size, long max) {
        if (findings.isFull()) {
            return;
        }
        add(
                FieldError.Type.TOO_MANY,
                Integer.toString(size),
                "must have at most " + max + (max == 1 ? " item" : " items"));
    }
}
