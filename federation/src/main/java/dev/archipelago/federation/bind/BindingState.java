package dev.archipelago.federation.bind;

import dev.archipelago.api.objects.Key;
import dev.archipelago.federation.kinds.Binding;
import dev.archipelago.federation.kinds.Cluster;
import dev.archipelago.federation.kinds.Policy;
import dev.archipelago.federation.workload.Template;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/// The input of [BindingPlanner].
///
/// @param key of the binding
/// @param clusters in the order of their names
/// @param waitingFor the clusters that may still have objects of a binding that is being deleted
/// @param departing the clusters that must remove the object and may still have it
/// @param released the clusters whose replicas a user has given up and that are not known to have none
/// @param orphans the replicas of an earlier object of this name, if there is no binding yet
/// @param defaultPropagation whether objects without a policy are propagated
/// @param needs the bindings that this object is a dependency of
record BindingState(
        Key key,
        Optional<Template> template,
        Optional<Binding> binding,
        Collection<Policy> policies,
        Collection<Policy> globalPolicies,
        Collection<Cluster> clusters,
        List<String> waitingFor,
        List<String> departing,
        List<String> released,
        List<Binding.Target> orphans,
        boolean defaultPropagation,
        Needs needs) {}
