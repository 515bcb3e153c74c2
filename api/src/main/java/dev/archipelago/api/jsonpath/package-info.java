/// The JSONPath dialect of Kubernetes, as far as custom resource definitions use it.
@NullMarked
package dev.archipelago.api.jsonpath;

import org.jspecify.annotations.NullMarked;
