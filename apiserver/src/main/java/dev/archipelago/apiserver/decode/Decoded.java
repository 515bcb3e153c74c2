package dev.archipelago.apiserver.decode;

import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/// An object that fits its schema.
///
/// @param warnings one text per unknown or duplicate field, for [FieldValidation#WARN]; else empty
public record Decoded(ObjectNode object, List<String> warnings) {}
