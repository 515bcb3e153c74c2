/// Reads request bodies of type `application/vnd.kubernetes.protobuf`, which typed Go clients such as kubectl
/// send, into the same tree that JSON becomes, and writes answers for clients that accept nothing else.
///
/// [ProtobufDecoder] and [ProtobufEncoder] are the faces. The [MessageTable] gives the JSON name and the type of
/// every field number; it is made in the build from the generated classes of the official Java client and is loaded
/// with the first such request. Written is what the tree has, zero or not: to Go a field that is not there is zero.
///
/// ## Which fields the tree has
/// The tree is what a Go client would have sent as JSON. A Go struct field is either a pointer, list or map,
/// which protobuf has only if it is set; or a plain value, which protobuf always has, even when it is zero.
/// JSON leaves a plain scalar out when it is zero and tagged `omitempty`, so the table marks exactly these
/// fields and the decoder drops their zero values. All other fields are in the tree if they are in the message:
/// a pointer to zero (`replicas: 0`), a required scalar (`name: ""`), and a plain struct, which JSON never
/// leaves out (`resources: {}`). A time that is not set is absent, where JSON may say `null`, which means the
/// same.
///
/// That a field is optional and is not a pointer cannot be seen in protobuf, OpenAPI or the Java classes. So
/// the build has a table of the optional fields that are pointers, besides that of the required fields; both
/// are facts of the Go types' struct tags. Rows that apply to no field fail the build, as does a field without
/// a number.
@NullMarked
package dev.archipelago.apiserver.protobuf;

import org.jspecify.annotations.NullMarked;
