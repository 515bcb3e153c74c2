package dev.archipelago.apiserver.authn;

import dev.archipelago.api.authn.UserInfo;
import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.objects.Json;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/// The questions "whose token is this" and "who am I": a review in, the same with its status filled out.
public final class IdentityReviews {
    private IdentityReviews() {}

    /// Answers a `TokenReview`.
    public static ObjectNode tokenReview(ObjectNode review, Authenticator authenticator) {
        String token = Json.text(review.path("spec"), "token");
        if (token.isEmpty()) {
            throw ApiException.badRequest("token is required for TokenReview in authentication");
        }
        List<String> audiences = Json.strings(review.path("spec"), "audiences");
        ObjectNode answer = review.deepCopy();
        ObjectNode status = answer.putObject("status");
        switch (authenticator.review(token, audiences.isEmpty() ? authenticator.audiences() : audiences)) {
            case Authentication.Accepted(UserInfo user, List<String> common) -> {
                status.put("authenticated", true);
                status.set("user", user(user));
                status.set("audiences", Json.array(common));
            }
            case Authentication.Rejected(String why) -> {
                // Kubernetes writes the empty user too.
                status.putObject("user");
                status.put("error", why);
            }
        }
        return answer;
    }

    /// Answers a `SelfSubjectReview`.
    public static ObjectNode selfSubjectReview(ObjectNode review, UserInfo user, Instant now) {
        ObjectNode answer = review.deepCopy();
        Json.child(answer, "metadata")
                .put("creationTimestamp", now.truncatedTo(ChronoUnit.SECONDS).toString());
        answer.putObject("status").set("userInfo", user(user));
        return answer;
    }

    /// A user as the API shows it.
    public static ObjectNode user(UserInfo user) {
        ObjectNode node = Json.object().put("username", user.name());
        if (!user.uid().isEmpty()) {
            node.put("uid", user.uid());
        }
        if (!user.groups().isEmpty()) {
            node.set("groups", Json.array(user.groups()));
        }
        if (!user.extra().isEmpty()) {
            ObjectNode extra = node.putObject("extra");
            user.extra().forEach((key, values) -> extra.set(key, Json.array(values)));
        }
        return node;
    }
}
