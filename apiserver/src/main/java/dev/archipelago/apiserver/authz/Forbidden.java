package dev.archipelago.apiserver.authz;

import static dev.archipelago.apiserver.authz.Quoting.quote;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.Reason;

/// The refusal of a request, word for word as kube-apiserver gives it: people and tools read it.
public final class Forbidden {
    private Forbidden() {}

    public static ApiException because(Attributes attributes, Decision decision) {
        String reason = decision.reason();
        String why = withoutMarkup(sentence(attributes)) + (reason.isEmpty() ? "" : ": " + reason);
        return of(attributes.group(), attributes.resource(), attributes.name(), why);
    }

    static ApiException of(String group, String resource, String name, String why) {
        StringBuilder message = new StringBuilder();
        if (!resource.isEmpty() || !group.isEmpty()) {
            message.append(resource).append(group.isEmpty() ? "" : "." + group);
            message.append(name.isEmpty() ? "" : " " + quote(name)).append(" is ");
        }
        message.append("forbidden: ").append(why);
        return new ApiException(Reason.FORBIDDEN, message.toString(), ApiException.Details.of(group, resource, name));
    }

    private static String sentence(Attributes attributes) {
        String who = "User " + quote(attributes.user().name()) + " cannot " + attributes.verb();
        if (!attributes.isResourceRequest()) {
            return who + " path " + quote(attributes.path());
        }
        String what = who + " resource " + quote(attributes.qualifiedResource()) + " in API group "
                + quote(attributes.group());
        return attributes.namespace().isEmpty()
                ? what + " at the cluster scope"
                : what + " in the namespace " + quote(attributes.namespace());
    }

    /// A message may end up in a browser.
    private static String withoutMarkup(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
