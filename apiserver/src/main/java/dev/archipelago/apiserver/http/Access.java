package dev.archipelago.apiserver.http;

import dev.archipelago.api.authn.UserInfo;
import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.Reason;
import dev.archipelago.apiserver.authn.Authentication;
import dev.archipelago.apiserver.authn.Authenticator;
import dev.archipelago.apiserver.authz.Attributes;
import dev.archipelago.apiserver.authz.Authorizer;
import dev.archipelago.apiserver.authz.Decision;
import dev.archipelago.apiserver.authz.Forbidden;
import dev.archipelago.apiserver.authz.Impersonation;
import dev.archipelago.apiserver.request.RequestInfo;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.io.EndPoint;
import org.jspecify.annotations.Nullable;

/// Who makes a request, and may they.
final class Access {
    private final Authenticator authenticator;
    private final Authorizer authorizer;

    Access(Authenticator authenticator, Authorizer authorizer) {
        this.authenticator = authenticator;
        this.authorizer = authorizer;
    }

    UserInfo authenticate(Exchange exchange) {
        String header = exchange.header("Authorization");
        String authorization = header.isEmpty()
                ? WebSockets.token(exchange).map(token -> "Bearer " + token).orElse("")
                : header;
        return switch (authenticator.authenticate(
                certificate(exchange), authorization.isEmpty() ? null : authorization)) {
            case Authentication.Accepted accepted -> accepted.user();
            case Authentication.Rejected rejected -> throw new ApiException(Reason.UNAUTHORIZED, "Unauthorized");
        };
    }

    private static @Nullable X509Certificate certificate(Exchange exchange) {
        Object session = exchange.request().getAttribute(EndPoint.SslSessionData.ATTRIBUTE);
        if (session instanceof EndPoint.SslSessionData data) {
            X509Certificate[] chain = data.peerCertificates();
            return chain == null || chain.length == 0 ? null : chain[0];
        }
        return null;
    }

    /// The user to go on as: the one who asks, unless the request is to be made in another's name.
    UserInfo impersonate(Exchange exchange, UserInfo user) {
        @Nullable List<Impersonation.Header> headers = null;
        for (HttpField field : exchange.request().getHeaders()) {
            if (Impersonation.isHeader(field.getName())) {
                headers = headers == null ? new ArrayList<>() : headers;
                headers.add(new Impersonation.Header(field.getName(), field.getValue()));
            }
        }
        if (headers == null) {
            return user;
        }
        return Impersonation.of(headers)
                .map(wanted -> wanted.authorize(user, authorizer))
                .orElse(user);
    }

    void authorize(UserInfo user, RequestInfo info) {
        check(
                info.isResource()
                        ? Attributes.ofResource(
                                user,
                                info.verb(),
                                info.group(),
                                info.version(),
                                info.resource(),
                                info.subresource(),
                                info.namespace(),
                                info.name())
                        : Attributes.ofPath(user, info.verb(), info.path()));
    }

    private void check(Attributes attributes) {
        Decision decision = authorizer.authorize(attributes);
        if (!decision.isAllowed()) {
            throw Forbidden.because(attributes, decision);
        }
    }
}
