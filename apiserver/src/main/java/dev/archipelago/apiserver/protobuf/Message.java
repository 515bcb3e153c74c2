package dev.archipelago.apiserver.protobuf;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The fields of a protobuf message by their numbers. Messages may contain themselves, so fields are added
/// once, when the table is read.
final class Message implements Shape {
    private static final int NUMBER_MAX = 1000;

    private final String name;
    private final boolean standsForField;
    private @Nullable MessageField[] fields = new MessageField[8];

    /// Starts a message that has no fields yet.
    ///
    /// @param standsForField whether JSON has the value of the last field that is set in the place of an object
    Message(String name, boolean standsForField) {
        this.name = name;
        this.standsForField = standsForField;
    }

    String name() {
        return name;
    }

    boolean standsForField() {
        return standsForField;
    }

    @Nullable
    MessageField field(int number) {
        return number < fields.length ? fields[number] : null;
    }

    int numberMax() {
        return fields.length - 1;
    }

    void add(MessageField field) {
        int number = field.number();
        if (number > NUMBER_MAX) {
            throw new IllegalArgumentException(name + " has a field with number " + number);
        }
        if (number >= fields.length) {
            fields = Arrays.copyOf(fields, number + 4);
        }
        fields[number] = field;
    }
}
