/// The kinds that a Kubernetes API server has built in: names, verbs, subresources and the shape of every object.
///
/// [BuiltinKinds] is the face. The data are two text resources that the build makes: no reflection and no model
/// classes are needed at run time.
@NullMarked
package dev.archipelago.model.kinds;

import org.jspecify.annotations.NullMarked;
