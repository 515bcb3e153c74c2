package dev.archipelago.bench.federation;

import dev.archipelago.api.objects.Json;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/// What a watch event says of a StatefulSet: what it runs, and how much of it.
///
/// @param gone whether it was deleted
/// @param ready how many replicas are, as far as what was asked for last has been seen; 0 until then
/// @param updated likewise, how many run the image
record SetEvent(String name, boolean gone, String image, int ready, int updated) {

    /// Reads an event, and of it only what is told here.
    static SetEvent of(byte[] event) {
        try (JsonParser parser = Json.MAPPER.createParser(event)) {
            parser.nextToken();
            Reading reading = new Reading(parser);
            reading.fields(reading::ofEvent);
            return reading.sighting();
        }
    }

    private interface Field {
        /// Is called at the first token of the field's value, and returns at its last.
        void read(String name);
    }

    private static final class Reading {
        private final JsonParser parser;
        private String type = "";
        private String name = "";
        private String image = "";
        private long generation;
        private long observed;
        private int ready;
        private int updated;

        private Reading(JsonParser parser) {
            this.parser = parser;
        }

        private SetEvent sighting() {
            boolean current = observed >= generation;
            return new SetEvent(name, type.equals("DELETED"), image, current ? ready : 0, current ? updated : 0);
        }

        private void fields(Field field) {
            if (parser.currentToken() != JsonToken.START_OBJECT) {
                parser.skipChildren();
                return;
            }
            for (String next = parser.nextName(); next != null; next = parser.nextName()) {
                parser.nextToken();
                field.read(next);
            }
        }

        private void ofEvent(String field) {
            switch (field) {
                case "type" -> type = parser.getString();
                case "object" -> fields(this::ofObject);
                default -> parser.skipChildren();
            }
        }

        private void ofObject(String field) {
            switch (field) {
                case "metadata" -> fields(this::ofMetadata);
                case "spec" -> fields(this::ofSpec);
                case "status" -> fields(this::ofStatus);
                default -> parser.skipChildren();
            }
        }

        private void ofMetadata(String field) {
            switch (field) {
                case "name" -> name = parser.getString();
                case "generation" -> generation = parser.getLongValue();
                default -> parser.skipChildren();
            }
        }

        /// Of the set, of its template and of the pods'.
        private void ofSpec(String field) {
            switch (field) {
                case "template", "spec" -> fields(this::ofSpec);
                case "containers" -> {
                    while (parser.nextToken() != JsonToken.END_ARRAY) {
                        fields(this::ofContainer);
                    }
                }
                default -> parser.skipChildren();
            }
        }

        private void ofContainer(String field) {
            if (field.equals("image")) {
                image = parser.getString();
            } else {
                parser.skipChildren();
            }
        }

        private void ofStatus(String field) {
            switch (field) {
                case "observedGeneration" -> observed = parser.getLongValue();
                case "readyReplicas" -> ready = parser.getIntValue();
                case "updatedReplicas" -> updated = parser.getIntValue();
                default -> parser.skipChildren();
            }
        }
    }
}
