package dev.archipelago.apiserver.decode;

import dev.archipelago.api.errors.ApiException;

/// Reads the text of a merge patch, which is an object with only some of the fields.
public final class PatchText {
    private PatchText() {}

    /// The patch as a tree. Whether its fields are known is asked of the patched object.
    ///
    /// @throws ApiException with 400 if it is not a JSON object, or has a key twice and the validation is strict
    public static Decoded parse(byte[] body, FieldValidation validation) {
        JsonTree tree;
        try {
            tree = JsonTree.parse(body);
        } catch (UnfitException e) {
            throw ApiException.badRequest("error decoding patch: " + e.getMessage());
        }
        StrictErrors strict = new StrictErrors(validation);
        strict.addDuplicates(tree.duplicates());
        try {
            return new Decoded(tree.root(), strict.warnings());
        } catch (UnfitException e) {
            throw ApiException.badRequest(e.getMessage());
        }
    }
}
