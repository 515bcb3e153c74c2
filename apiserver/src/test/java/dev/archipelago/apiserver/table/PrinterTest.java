package dev.archipelago.apiserver.table;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The cells of each kind; its name is `x`, and it is five minutes old.
class PrinterTest {
    private static final String TEMPLATE = "template:{metadata:{labels:{b:'2',a:'1'}},spec:{nodeSelector:{d:'ssd'},"
            + "containers:[{name:'c1',image:'i1'},{name:'c2',image:'i2'}]}}";

    @ParameterizedTest
    @CsvSource(
            delimiter = '%',
            quoteCharacter = '`',
            value = {
                "apps/v1/Deployment % {spec:{replicas:3,selector:{matchLabels:{b:'2',a:'1'}},TEMPLATE},status:{readyReplicas:2,updatedReplicas:1,availableReplicas:2}} % x | 2/3 | #1 | #2 | 5m | c1,c2 | i1,i2 | a=1,b=2",
                "apps/v1/Deployment % {spec:{replicas:1,selector:{matchExpressions:[{key:'a',operator:'Is'}]}}} % x | 0/1 | #0 | #0 | 5m |  |  | <invalid>",
                "apps/v1/Deployment % {spec:{selector:{}}} % x | 0/0 | #0 | #0 | 5m |  |  | ",
                "apps/v1/StatefulSet % {spec:{replicas:3,TEMPLATE},status:{readyReplicas:2}} % x | 2/3 | 5m | c1,c2 | i1,i2",
                "apps/v1/ReplicaSet % {spec:{replicas:3,selector:{matchLabels:{a:'1'}},TEMPLATE},status:{replicas:2,readyReplicas:1}} % x | #3 | #2 | #1 | 5m | c1,c2 | i1,i2 | a=1",
                "apps/v1/ReplicaSet % {spec:{selector:{matchExpressions:[{key:'a',operator:'In',values:['y','x']}]}}} % x | #0 | #0 | #0 | 5m |  |  | a in (x,y)",
                "apps/v1/ReplicaSet % {spec:{selector:{matchExpressions:[{key:'a',operator:'Is'}]}}} % x | #0 | #0 | #0 | 5m |  |  | <error>",
                "v1/ReplicationController % {spec:{replicas:3,selector:{b:'2',a:'1'},TEMPLATE},status:{replicas:2,readyReplicas:1}} % x | #3 | #2 | #1 | 5m | c1,c2 | i1,i2 | a=1,b=2",
                "apps/v1/DaemonSet % {spec:{selector:{matchLabels:{a:'1'}},TEMPLATE},status:{desiredNumberScheduled:5,currentNumberScheduled:4,numberReady:3,updatedNumberScheduled:2,numberAvailable:1}} % x | #5 | #4 | #3 | #2 | #1 | d=ssd | 5m | c1,c2 | i1,i2 | a=1",
                "apps/v1/ControllerRevision % {revision:7,metadata:{ownerReferences:[{kind:'X',name:'no'},{apiVersion:'apps/v1',kind:'StatefulSet',name:'web',controller:true}]}} % x | statefulset.apps/web | #7 | 5m",
                "apps/v1/ControllerRevision % {revision:7} % x | <none> | #7 | 5m",
                "autoscaling/v1/Scale % {spec:{replicas:3},status:{replicas:2}} % x | #3 | #2 | 5m",
                "v1/PodTemplate % {TEMPLATE} % x | c1,c2 | i1,i2 | a=1,b=2",
                // Batch
                "batch/v1/Job % {spec:{completions:3,TEMPLATE,selector:{matchLabels:{a:'1'}}},status:{succeeded:1,startTime:'2026-01-09T23:58:00Z'}} % x | Running | 1/3 | 2m | 5m | c1,c2 | i1,i2 | a=1",
                "batch/v1/Job % {spec:{parallelism:4},status:{startTime:'2026-01-09T00:00:00Z',completionTime:'2026-01-09T00:00:09Z',conditions:[{type:'Complete',status:'True'}]}} % x | Complete | 0/1 of 4 | 9s | 5m |  |  | <none>",
                "batch/v1/Job % {spec:{parallelism:1},status:{conditions:[{type:'Failed',status:'True'}]}} % x | Failed | 0/1 |  | 5m |  |  | <none>",
                "batch/v1/Job % {status:{conditions:[{type:'Complete',status:'False'},{type:'Suspended',status:'True'}]}} % x | Suspended | 0/1 |  | 5m |  |  | <none>",
                "batch/v1/Job % {status:{conditions:[{type:'FailureTarget',status:'True'}]}} % x | FailureTarget | 0/1 |  | 5m |  |  | <none>",
                "batch/v1/Job % {status:{conditions:[{type:'SuccessCriteriaMet',status:'True'}]}} % x | SuccessCriteriaMet | 0/1 |  | 5m |  |  | <none>",
                "batch/v1/Job % {metadata:{deletionTimestamp:'2026-01-10T00:00:00Z'},status:{conditions:[{type:'Suspended',status:'True'}]}} % x | Terminating | 0/1 |  | 5m |  |  | <none>",
                "batch/v1/CronJob % {spec:{schedule:'* * * * *',suspend:true,timeZone:'CET',jobTemplate:{spec:{TEMPLATE}}},status:{active:[{},{}],lastScheduleTime:'2026-01-09T23:59:50Z'}} % x | * * * * * | CET | True | #2 | 10s | 5m | c1,c2 | i1,i2 | <none>",
                "batch/v1/CronJob % {spec:{schedule:'@daily',suspend:false}} % x | @daily | <none> | False | #0 | <none> | 5m |  |  | <none>",
                "batch/v1/CronJob % {spec:{}} % x |  | <none> | <unset> | #0 | <none> | 5m |  |  | <none>",
                // Network
                "v1/Service % {spec:{type:'ClusterIP',clusterIP:'10.0.0.1',clusterIPs:['10.0.0.2'],selector:{a:'1'},ports:[{port:80,protocol:'TCP'},{port:53,protocol:'UDP',nodePort:30053}]}} % x | ClusterIP | 10.0.0.2 | <none> | 80/TCP,53:30053/UDP | 5m | a=1",
                "v1/Service % {spec:{type:'ClusterIP',clusterIP:'None'}} % x | ClusterIP | None | <none> | <none> | 5m | <none>",
                "v1/Service % {spec:{type:'NodePort',externalIPs:['1.1.1.1','2.2.2.2']}} % x | NodePort | <none> | 1.1.1.1,2.2.2.2 | <none> | 5m | <none>",
                "v1/Service % {spec:{type:'LoadBalancer'}} % x | LoadBalancer | <none> | <pending> | <none> | 5m | <none>",
                "v1/Service % {spec:{type:'LoadBalancer',externalIPs:['9.9.9.9']},status:{loadBalancer:{ingress:[{ip:'2.2.2.2'},{hostname:'a.example.com'},{ip:'1.1.1.1'}]}}} % x | LoadBalancer | <none> | 1.1.1.1,2.2.2.2,a.example.com,9.9.9.9 | <none> | 5m | <none>",
                "v1/Service % {spec:{type:'LoadBalancer',externalIPs:['9.9.9.9']}} % x | LoadBalancer | <none> | 9.9.9.9 | <none> | 5m | <none>",
                "v1/Service % {spec:{type:'ExternalName',externalName:'db.example.com'}} % x | ExternalName | <none> | db.example.com | <none> | 5m | <none>",
                "v1/Service % {spec:{}} % x |  | <none> | <unknown> | <none> | 5m | <none>",
                "networking.k8s.io/v1/Ingress % {spec:{ingressClassName:'nginx',rules:[{host:'a'},{host:'b'}],tls:[{}]},status:{loadBalancer:{ingress:[{ip:'1.1.1.1'}]}}} % x | nginx | a,b | 1.1.1.1 | 80, 443 | 5m",
                "networking.k8s.io/v1/Ingress % {spec:{rules:[{host:'a'},{host:'b'},{host:'c'},{host:'d'},{host:'e'}]}} % x | <none> | a,b,c + 2 more... |  | 80 | 5m",
                "networking.k8s.io/v1/Ingress % {spec:{rules:[{}]}} % x | <none> | * |  | 80 | 5m",
                "networking.k8s.io/v1/IngressClass % {metadata:{annotations:{'ingressclass.kubernetes.io/is-default-class':'true'}},spec:{controller:'c',parameters:{apiGroup:'g',kind:'K',name:'n'}}} % x (default) | c | K.g/n | 5m",
                "networking.k8s.io/v1/IngressClass % {spec:{controller:'c',parameters:{kind:'K',name:'n'}}} % x | c | K/n | 5m",
                "networking.k8s.io/v1/NetworkPolicy % {spec:{podSelector:{matchLabels:{a:'1'}}}} % x | a=1 | 5m",
                "networking.k8s.io/v1/NetworkPolicy % {spec:{podSelector:{}}} % x | <none> | 5m",
                "networking.k8s.io/v1/IPAddress % {spec:{parentRef:{resource:'services',namespace:'ns',name:'s'}}} % x | services/ns/s",
                "networking.k8s.io/v1/IPAddress % {spec:{parentRef:{group:'g',resource:'Things',name:'s'}}} % x | things.g/s",
                "networking.k8s.io/v1/ServiceCIDR % {spec:{cidrs:['10.0.0.0/8','fd00::/8']}} % x | 10.0.0.0/8,fd00::/8 | 5m",
                "v1/Endpoints % {} % x | <none> | 5m",
                "v1/Endpoints % {subsets:[{addresses:[{ip:'1.1.1.1'},{ip:'fd00::1'}],ports:[{port:80}]}]} % x | 1.1.1.1:80,[fd00::1]:80 | 5m",
                "v1/Endpoints % {subsets:[{addresses:[{ip:'1.1.1.1'},{ip:'1.1.1.2'}],ports:[{port:80},{port:81},{port:82}]}]} % x | 1.1.1.1:80,1.1.1.2:80,1.1.1.1:81 + 3 more... | 5m",
                "v1/Endpoints % {subsets:[{addresses:[{ip:'1'},{ip:'2'},{ip:'3'},{ip:'4'}]}]} % x | 1,2,3 + 1 more... | 5m",
                "v1/Endpoints % {subsets:[{ports:[{port:80}]}]} % x |  | 5m",
                "discovery.k8s.io/v1/EndpointSlice % {addressType:'IPv4'} % x | IPv4 | <unset> | <unset> | 5m",
                "discovery.k8s.io/v1/EndpointSlice % {addressType:'IPv4',ports:[{port:80},{name:'web'},{},{port:4}],endpoints:[{addresses:['1','2']},{addresses:['3','4','5']}]} % x | IPv4 | 80,web,* + 1 more... | 1,2,3 + 2 more... | 5m",
                // Nodes
                "v1/Node % {metadata:{labels:{'node-role.kubernetes.io/worker':'','node-role.kubernetes.io/control-plane':'','kubernetes.io/role':'etcd'}},status:{conditions:[{type:'MemoryPressure',status:'True'},{type:'Ready',status:'True'}],nodeInfo:{kubeletVersion:'v1.36.0',osImage:'Debian',kernelVersion:'6.1',architecture:'amd64',containerRuntimeVersion:'containerd://2'},addresses:[{type:'Hostname',address:'h'},{type:'InternalIP',address:'10.0.0.1'},{type:'ExternalIP',address:'1.1.1.1'}]}} % x | Ready | control-plane,etcd,worker | 5m | v1.36.0 | 10.0.0.1 | 1.1.1.1 | Debian | 6.1 (amd64) | containerd://2",
                "v1/Node % {spec:{unschedulable:true},status:{conditions:[{type:'Ready',status:'False'}]}} % x | NotReady,SchedulingDisabled | <none> | 5m |  | <none> | <none> | <unknown> | <unknown> | <unknown>",
                "v1/Node % {status:{conditions:[{type:'Ready',status:'Unknown'}]}} % x | NotReady | <none> | 5m |  | <none> | <none> | <unknown> | <unknown> | <unknown>",
                "v1/Node % {spec:{unschedulable:true},metadata:{labels:{'node-role.kubernetes.io/':'','kubernetes.io/role':''}}} % x | Unknown,SchedulingDisabled | <none> | 5m |  | <none> | <none> | <unknown> | <unknown> | <unknown>",
                // Core
                "v1/Namespace % {status:{phase:'Active'}} % x | Active | 5m",
                "v1/ConfigMap % {data:{a:'1',b:'2'},binaryData:{c:'x'}} % x | #3 | 5m",
                "v1/Secret % {type:'Opaque',data:{a:'1'}} % x | Opaque | #1 | 5m",
                "v1/ServiceAccount % {} % x | 5m",
                "v1/LimitRange % {} % x | 2026-01-09T23:55:00Z",
                "v1/ResourceQuota % {status:{hard:{'requests.cpu':'2','limits.cpu':'4000m',pods:'10'},used:{pods:'3','requests.cpu':'500m'}}} % x | pods: 3/10, requests.cpu: 500m/2 | limits.cpu: 0/4 | 5m",
                "v1/ComponentStatus % {conditions:[{type:'Healthy',status:'True',message:'ok'}]} % x | Healthy | ok | ",
                "v1/ComponentStatus % {conditions:[{type:'Healthy',status:'False',error:'down'}]} % x | Unhealthy |  | down",
                "v1/ComponentStatus % {} % x | Unknown |  | ",
                // Storage
                "v1/PersistentVolume % {spec:{capacity:{storage:'1024Mi'},accessModes:['ReadWriteMany','ReadWriteOnce','ReadWriteOnce'],persistentVolumeReclaimPolicy:'Retain',claimRef:{namespace:'ns',name:'c'},storageClassName:'fast',volumeMode:'Filesystem'},status:{phase:'Bound'}} % x | 1Gi | RWO,RWX | Retain | Bound | ns/c | fast | <unset> |  | 5m | Filesystem",
                "v1/PersistentVolume % {metadata:{deletionTimestamp:'2026-01-10T00:00:00Z',annotations:{'volume.beta.kubernetes.io/storage-class':'old'}},spec:{volumeAttributesClassName:'v'},status:{phase:'Failed',reason:'why'}} % x | 0 |  |  | Terminating |  | old | v | why | 5m | <unset>",
                "v1/PersistentVolumeClaim % {spec:{volumeName:'v',storageClassName:'fast',volumeMode:'Block'},status:{phase:'Bound',capacity:{storage:'10Gi'},accessModes:['ReadWriteOncePod','ReadOnlyMany']}} % x | Bound | v | 10Gi | ROX,RWOP | fast | <unset> | 5m | Block",
                "v1/PersistentVolumeClaim % {spec:{accessModes:['ReadWriteOnce'],resources:{requests:{storage:'1Gi'}}},status:{phase:'Pending'}} % x | Pending |  |  |  |  | <unset> | 5m | <unset>",
                "storage.k8s.io/v1/StorageClass % {metadata:{annotations:{'storageclass.kubernetes.io/is-default-class':'true'}},provisioner:'p',reclaimPolicy:'Retain',volumeBindingMode:'WaitForFirstConsumer',allowVolumeExpansion:true} % x (default) | p | Retain | WaitForFirstConsumer | #true | 5m",
                "storage.k8s.io/v1/StorageClass % {provisioner:'p'} % x | p | Delete | Immediate | #false | 5m",
                "storage.k8s.io/v1/VolumeAttributesClass % {driverName:'d'} % x | d | 5m",
                "storage.k8s.io/v1/VolumeAttachment % {spec:{attacher:'a',nodeName:'n',source:{persistentVolumeName:'v'}},status:{attached:true}} % x | a | v | n | #true | 5m",
                "storage.k8s.io/v1/CSINode % {spec:{drivers:[{},{}]}} % x | #2 | 5m",
                "storage.k8s.io/v1/CSIDriver % {spec:{}} % x | #true | #false | #false | <unset> | #false | <none> | 5m",
                "storage.k8s.io/v1/CSIDriver % {spec:{attachRequired:false,podInfoOnMount:true,storageCapacity:true,requiresRepublish:true,tokenRequests:[{audience:'a'},{audience:'b'}],volumeLifecycleModes:['Persistent','Ephemeral']}} % x | #false | #true | #true | a,b | #true | Persistent,Ephemeral | 5m",
                // Access
                "rbac.authorization.k8s.io/v1/ClusterRole % {} % x | 2026-01-09T23:55:00Z",
                "rbac.authorization.k8s.io/v1/RoleBinding % {roleRef:{kind:'Role',name:'r'},subjects:[{kind:'User',name:'u1'},{kind:'Group',name:'g'},{kind:'User',name:'u2'},{kind:'ServiceAccount',namespace:'ns',name:'s'}]} % x | Role/r | 5m | u1, u2 | g | ns/s",
                "certificates.k8s.io/v1/CertificateSigningRequest % {spec:{signerName:'s',username:'u',expirationSeconds:3600}} % x | 5m | s | u | 60m | Pending",
                "certificates.k8s.io/v1/CertificateSigningRequest % {spec:{},status:{conditions:[{type:'Approved'},{type:'Failed'}],certificate:'x'}} % x | 5m | <none> |  | <none> | Approved,Failed,Issued",
                "certificates.k8s.io/v1/CertificateSigningRequest % {status:{conditions:[{type:'Approved'},{type:'Denied'}]}} % x | 5m | <none> |  | <none> | Denied",
                "apiregistration.k8s.io/v1/APIService % {status:{conditions:[{type:'Available',status:'True',reason:'Local'}]}} % x | Local | True | 5m",
                "apiregistration.k8s.io/v1/APIService % {spec:{service:{namespace:'ns',name:'s'}},status:{conditions:[{type:'Available',status:'False',reason:'MissingEndpoints'}]}} % x | ns/s | False (MissingEndpoints) | 5m",
                // Admission
                "admissionregistration.k8s.io/v1/MutatingWebhookConfiguration % {webhooks:[{},{}]} % x | #2 | 5m",
                "admissionregistration.k8s.io/v1/ValidatingAdmissionPolicy % {spec:{validations:[{}],paramKind:{apiVersion:'v1',kind:'ConfigMap'}}} % x | #1 | v1/ConfigMap | 5m",
                "admissionregistration.k8s.io/v1/MutatingAdmissionPolicy % {spec:{mutations:[{},{}]}} % x | #2 | <unset> | 5m",
                "admissionregistration.k8s.io/v1/ValidatingAdmissionPolicyBinding % {spec:{policyName:'p',paramRef:{name:'n'}}} % x | p | */n | 5m",
                "admissionregistration.k8s.io/v1/ValidatingAdmissionPolicyBinding % {spec:{policyName:'p',paramRef:{namespace:'ns',name:'n'}}} % x | p | ns/n | 5m",
                "admissionregistration.k8s.io/v1/MutatingAdmissionPolicyBinding % {spec:{policyName:'p',paramRef:{selector:{matchLabels:{a:'1'}}}}} % x | p | a=1 | 5m",
                "admissionregistration.k8s.io/v1/MutatingAdmissionPolicyBinding % {spec:{policyName:'p'}} % x | p | <unset> | 5m",
                // Scaling
                "policy/v1/PodDisruptionBudget % {spec:{minAvailable:2},status:{disruptionsAllowed:1}} % x | 2 | N/A | #1 | 5m",
                "policy/v1/PodDisruptionBudget % {spec:{maxUnavailable:'25PERCENT'}} % x | N/A | 25PERCENT | #0 | 5m",
                // Cluster
                "coordination.k8s.io/v1/Lease % {spec:{holderIdentity:'h'}} % x | h | 5m",
                "scheduling.k8s.io/v1/PriorityClass % {value:1000,globalDefault:true,preemptionPolicy:'Never'} % x | #1000 | #true | 5m | Never",
                "node.k8s.io/v1/RuntimeClass % {handler:'runc'} % x | runc | 5m",
                "resource.k8s.io/v1/ResourceClaim % {} % x | pending | 5m",
                "resource.k8s.io/v1/ResourceClaim % {status:{allocation:{},reservedFor:[{}]}} % x | allocated,reserved | 5m",
                "resource.k8s.io/v1/ResourceClaim % {metadata:{deletionTimestamp:'2026-01-10T00:00:00Z'}} % x | deleted | 5m",
                "resource.k8s.io/v1/ResourceSlice % {spec:{nodeName:'n',driver:'d',pool:{name:'p'}}} % x | n | d | p | 5m",
                "flowcontrol.apiserver.k8s.io/v1/FlowSchema % {spec:{priorityLevelConfiguration:{name:'p'},matchingPrecedence:9,distinguisherMethod:{type:'ByUser'}},status:{conditions:[{type:'Dangling',status:'False'}]}} % x | p | #9 | ByUser | 5m | False",
                "flowcontrol.apiserver.k8s.io/v1/FlowSchema % {} % x |  | #0 | <none> | 5m | ?",
                "flowcontrol.apiserver.k8s.io/v1/PriorityLevelConfiguration % {spec:{type:'Exempt'}} % x | Exempt | <none> | <none> | <none> | <none> | 5m",
                "flowcontrol.apiserver.k8s.io/v1/PriorityLevelConfiguration % {spec:{type:'Limited',limited:{nominalConcurrencyShares:30,limitResponse:{queuing:{queues:64,handSize:6,queueLengthLimit:50}}}}} % x | Limited | #30 | #64 | #6 | #50 | 5m",
            })
    void showsTheCellsPeopleKnow(String kind, String object, String expected) {
        assertThat(Rows.cells(kind, object.replace("TEMPLATE", TEMPLATE).replace("PERCENT", "%"))
                        .stripTrailing())
                .isEqualTo(expected.replace("PERCENT", "%"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '$',
            quoteCharacter = '`',
            value = {
                " $  $ <none>",
                "{type:'Resource',resource:{name:'cpu',target:{averageUtilization:80}}} $ {resource:{current:{averageUtilization:20}}} $ cpu: 20%/80%",
                "{type:'Resource',resource:{name:'cpu',target:{averageUtilization:80}}} $  $ cpu: <unknown>/80%",
                "{type:'Resource',resource:{name:'cpu',target:{}}} $  $ cpu: <unknown>/<auto>",
                "{type:'Resource',resource:{name:'memory',target:{averageValue:'1024Mi'}}} $ {resource:{current:{averageValue:'500Mi'}}} $ memory: 500Mi/1Gi",
                "{type:'ContainerResource',containerResource:{name:'cpu',target:{averageUtilization:80}}} $ {containerResource:{current:{averageUtilization:5}}} $ cpu: 5%/80%",
                "{type:'Pods',pods:{target:{averageValue:'100m'}}} $ {pods:{current:{averageValue:'50m'}}} $ 50m/100m",
                "{type:'Object',object:{target:{value:'10'}}} $ {object:{current:{value:'3'}}} $ 3/10",
                "{type:'Object',object:{target:{averageValue:'10'}}} $  $ <unknown>/10 (avg)",
                "{type:'External',external:{target:{averageValue:'10'}}} $ {external:{current:{averageValue:'5'}}} $ 5/10 (avg)",
                "{type:'External',external:{target:{value:'10'}}} $  $ <unknown>/10",
                "{type:'Odd'} $  $ <unknown type>",
                "{type:'Pods',pods:{target:{averageValue:'1'}}},{type:'Pods',pods:{target:{averageValue:'2'}}},{type:'Pods',pods:{target:{averageValue:'3'}}} $  $ <unknown>/1, <unknown>/2 + 1 more...",
            })
    void showsMetricsOfAutoscalers(String specs, String statuses, String expected) {
        String object =
                "{spec:{scaleTargetRef:{kind:'Deployment',name:'d'},maxReplicas:5,minReplicas:2,metrics:[%s]},status:{currentReplicas:3,currentMetrics:[%s]}}"
                        .formatted(specs == null ? "" : specs, statuses == null ? "" : statuses);
        assertThat(Rows.cells("autoscaling/v2/HorizontalPodAutoscaler", object))
                .isEqualTo("x | Deployment/d | " + expected + " | 2 | #5 | #3 | 5m");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '$',
            quoteCharacter = '`',
            value = {
                "{spec:{targetCPUUtilizationPercentage:80},status:{currentCPUUtilizationPercentage:20}} $ x | / | cpu: 20%/80% | <unset> | #0 | #0 | 5m",
                "{spec:{targetCPUUtilizationPercentage:80}} $ x | / | cpu: <unknown>/80% | <unset> | #0 | #0 | 5m",
            })
    void showsAutoscalersOfTheFirstVersion(String object, String expected) {
        assertThat(Rows.cells("autoscaling/v1/HorizontalPodAutoscaler", object)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '%',
            quoteCharacter = '`',
            value = {
                "v1/Event % {type:'Normal',reason:'Pulled',message:' done ',involvedObject:{kind:'Pod',name:'p',fieldPath:'spec'},source:{component:'kubelet',host:'n'},count:4,firstTimestamp:'2026-01-09T23:00:00Z',lastTimestamp:'2026-01-09T23:59:00Z'} % 60s | Normal | Pulled | pod/p | spec | kubelet, n | done | 60m | #4 | x",
                "v1/Event % {involvedObject:{kind:'Node'},eventTime:'2026-01-09T23:58:00.000000Z',reportingComponent:'c',reportingInstance:'i'} % 2m |  |  | node |  | c, i |  | 2m | #1 | x",
                "v1/Event % {firstTimestamp:null,lastTimestamp:null,eventTime:null} % <unknown> |  |  |  |  |  |  | <unknown> | #1 | x",
                "v1/Event % {eventTime:'2026-01-09T23:58:00Z',series:{count:9,lastObservedTime:'2026-01-09T23:59:59Z'}} % 1s |  |  |  |  |  |  | 2m | #9 | x",
                "v1/Event % {firstTimestamp:'2026-01-09T23:50:00Z'} % 10m |  |  |  |  |  |  | 10m | #1 | x",
                "events.k8s.io/v1/Event % {regarding:{kind:'Pod',name:'p'},note:'n',reportingController:'c',deprecatedCount:3,deprecatedFirstTimestamp:'2026-01-09T23:00:00Z',deprecatedLastTimestamp:'2026-01-09T23:59:00Z',deprecatedSource:{component:'s'}} % 60s |  |  | pod/p |  | s | n | 60m | #3 | x",
            })
    void showsEventsOfBothGroups(String kind, String object, String expected) {
        assertThat(Rows.cells(kind, object)).isEqualTo(expected);
    }
}
