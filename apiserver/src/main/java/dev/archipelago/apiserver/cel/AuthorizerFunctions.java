package dev.archipelago.apiserver.cel;

import static dev.archipelago.apiserver.cel.FunctionTable.TEXT;

import dev.archipelago.api.authn.ServiceAccountNames;
import dev.archipelago.api.authn.UserInfo;
import dev.archipelago.apiserver.authz.Attributes;
import dev.archipelago.apiserver.authz.Authorizer;
import dev.archipelago.apiserver.authz.Decision;
import dev.archipelago.apiserver.cel.FunctionTable.Kind;
import dev.cel.common.types.CelType;
import dev.cel.common.types.OpaqueType;
import dev.cel.common.types.SimpleType;
import dev.cel.runtime.CelEvaluationException;
import java.util.List;
import java.util.Map;

/// Asks whether a user may do something, as `authorizer.group('apps').resource('deployments').check('create')`.
/// Selectors narrow a check for authorizers that look at them; RBAC, the only one here, does not.
final class AuthorizerFunctions {
    /// As in Kubernetes: what asking once costs an expression.
    static final long CHECK_COST = 350_000;

    static final CelType AUTHORIZER_TYPE = OpaqueType.create("kubernetes.authorization.Authorizer");
    static final CelType RESOURCE_TYPE = OpaqueType.create("kubernetes.authorization.ResourceCheck");

    private static final CelType PATH_TYPE = OpaqueType.create("kubernetes.authorization.PathCheck");
    private static final CelType GROUP_TYPE = OpaqueType.create("kubernetes.authorization.GroupCheck");
    private static final CelType DECISION_TYPE = OpaqueType.create("kubernetes.authorization.Decision");

    private static final Kind<Asking> AUTHORIZER = new Kind<>(AUTHORIZER_TYPE, Asking.class);
    private static final Kind<PathCheck> PATH = new Kind<>(PATH_TYPE, PathCheck.class);
    private static final Kind<GroupCheck> GROUP = new Kind<>(GROUP_TYPE, GroupCheck.class);
    private static final Kind<ResourceCheck> RESOURCE = new Kind<>(RESOURCE_TYPE, ResourceCheck.class);
    private static final Kind<Answer> DECISION = new Kind<>(DECISION_TYPE, Answer.class);

    /// Somebody, and who decides what they may do.
    record Asking(UserInfo user, Authorizer authorizer) {}

    record PathCheck(Asking asking, String path) {}

    record GroupCheck(Asking asking, String group) {}

    record ResourceCheck(
            Asking asking, String group, String resource, String subresource, String namespace, String name) {}

    record Answer(Decision decision) {}

    private AuthorizerFunctions() {}

    static void addTo(FunctionTable table) {
        table.member(
                "path",
                "authorizer_path",
                PATH_TYPE,
                AUTHORIZER,
                TEXT,
                (asking, path) -> new PathCheck(asking, present(path, "path")));
        table.member("group", "authorizer_group", GROUP_TYPE, AUTHORIZER, TEXT, GroupCheck::new);
        table.member(
                "serviceAccount",
                "authorizer_serviceaccount",
                AUTHORIZER_TYPE,
                List.of(AUTHORIZER, TEXT, TEXT),
                arguments -> serviceAccount((Asking) arguments[0], (String) arguments[1], (String) arguments[2]));
        table.member(
                "resource",
                "groupcheck_resource",
                RESOURCE_TYPE,
                GROUP,
                TEXT,
                (of, name) -> new ResourceCheck(of.asking, of.group, present(name, "resource"), "", "", ""));
        addNarrowing(table);
        table.member("check", "pathcheck_check", DECISION_TYPE, PATH, TEXT, AuthorizerFunctions::check);
        table.member("check", "resourcecheck_check", DECISION_TYPE, RESOURCE, TEXT, AuthorizerFunctions::check);
        // The authorizer decides from what is in memory: it has no way to fail.
        table.member("errored", "decision_errored", SimpleType.BOOL, DECISION, answer -> false);
        table.member("error", "decision_error", SimpleType.STRING, DECISION, answer -> "");
        table.member("allowed", "decision_allowed", SimpleType.BOOL, DECISION, answer -> answer.decision.isAllowed());
        table.member("reason", "decision_reason", SimpleType.STRING, DECISION, answer -> answer.decision.reason());
    }

    private static void addNarrowing(FunctionTable table) {
        table.member(
                "subresource",
                "resourcecheck_subresource",
                RESOURCE_TYPE,
                RESOURCE,
                TEXT,
                (of, part) -> new ResourceCheck(of.asking, of.group, of.resource, part, of.namespace, of.name));
        table.member(
                "namespace",
                "resourcecheck_namespace",
                RESOURCE_TYPE,
                RESOURCE,
                TEXT,
                (of, where) -> new ResourceCheck(of.asking, of.group, of.resource, of.subresource, where, of.name));
        table.member(
                "name",
                "resourcecheck_name",
                RESOURCE_TYPE,
                RESOURCE,
                TEXT,
                (of, name) -> new ResourceCheck(of.asking, of.group, of.resource, of.subresource, of.namespace, name));
        table.member("fieldSelector", "authorizer_fieldselector", RESOURCE_TYPE, RESOURCE, TEXT, (of, selector) -> of);
        table.member("labelSelector", "authorizer_labelselector", RESOURCE_TYPE, RESOURCE, TEXT, (of, selector) -> of);
    }

    private static String present(String text, String what) throws CelEvaluationException {
        if (text.isBlank()) {
            throw new CelEvaluationException(what + " must not be empty");
        }
        return text;
    }

    private static Object serviceAccount(Asking asking, String namespace, String name) throws CelEvaluationException {
        ServiceAccountNames account = new ServiceAccountNames(namespace, name);
        if (ServiceAccountNames.parse(account.user()).isEmpty()) {
            throw new CelEvaluationException("Invalid service account name or namespace");
        }
        return new Asking(new UserInfo(account.user(), "", account.groups(), Map.of()), asking.authorizer);
    }

    private static Object check(PathCheck check, String verb) {
        return new Answer(check.asking.authorizer.authorize(Attributes.ofPath(check.asking.user, verb, check.path)));
    }

    private static Object check(ResourceCheck check, String verb) {
        return new Answer(check.asking.authorizer.authorize(Attributes.ofResource(
                check.asking.user,
                verb,
                check.group,
                "*",
                check.resource,
                check.subresource,
                check.namespace,
                check.name)));
    }
}
