/// Objects of the API as controllers see them: immutable, decoded once, shared by all who read them.
@NullMarked
package dev.archipelago.controller.objects;

import org.jspecify.annotations.NullMarked;
