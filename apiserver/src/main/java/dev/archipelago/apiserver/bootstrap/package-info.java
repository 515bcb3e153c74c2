/// What a new server creates so that it is usable: namespaces and default roles.
@NullMarked
package dev.archipelago.apiserver.bootstrap;

import org.jspecify.annotations.NullMarked;
