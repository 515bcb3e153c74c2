/// Describes the served kinds in OpenAPI, versions 2 and 3, for `kubectl explain`, validation and client generators.
///
/// [OpenApi] is the face. Operations and definitions are collected once in a neutral form and then written in the
/// [Dialect] that is asked for; version 2 as protobuf is the JSON document, encoded.
@NullMarked
package dev.archipelago.apiserver.openapi;

import org.jspecify.annotations.NullMarked;
