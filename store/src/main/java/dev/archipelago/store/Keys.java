package dev.archipelago.store;

/// What may be a key.
final class Keys {
    private Keys() {}

    static String check(String key) {
        if (key.isEmpty()) {
            throw new IllegalArgumentException("a key must not be empty");
        }
        for (int i = 0; i < key.length(); i++) {
            char c = key.charAt(i);
            if (c < ' ' || c > '~') {
                throw new IllegalArgumentException("a key must be printable ASCII, which '" + key + "' is not");
            }
        }
        return key;
    }
}
