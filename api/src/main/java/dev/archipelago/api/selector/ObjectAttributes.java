package dev.archipelago.api.selector;

import java.util.Map;

/// What selectors look at in one object.
///
/// @param fields values by canonical field name, of those fields that were asked for
public record ObjectAttributes(Map<String, String> labels, Map<String, String> fields) {}
