/// What a request asks for: its path, verb and options, taken apart and checked.
@NullMarked
package dev.archipelago.apiserver.request;

import org.jspecify.annotations.NullMarked;
