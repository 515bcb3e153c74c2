/// Serves custom resources: follows their definitions and keeps the catalog in step.
@NullMarked
package dev.archipelago.apiserver.custom;

import org.jspecify.annotations.NullMarked;
