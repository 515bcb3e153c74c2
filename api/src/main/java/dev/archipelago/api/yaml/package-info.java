/// YAML in place of JSON, read and written as Kubernetes does it.
@NullMarked
package dev.archipelago.api.yaml;

import org.jspecify.annotations.NullMarked;
