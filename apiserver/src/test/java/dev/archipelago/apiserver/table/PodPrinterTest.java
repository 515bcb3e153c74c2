package dev.archipelago.apiserver.table;

import static dev.archipelago.apiserver.table.Rows.ago;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PodPrinterTest {
    private static final String RUNNING = "{ready:true,restartCount:0,state:{running:{}}}";

    private static String pod(String text) {
        return Rows.cells("v1/Pod", text);
    }

    /// Ready, status and restarts of a pod with two containers.
    private static String summary(String status, String metadata) {
        String cells = pod("{metadata:{%s},spec:{containers:[{name:'a'},{name:'b'}]},status:{%s}}"
                .formatted(metadata, status.replace("RUNNING", RUNNING)));
        return cells.substring("x | ".length(), cells.indexOf(" | 5m |"));
    }

    @Test
    void showsEverythingOfARunningPod() {
        assertThat(pod("""
                {spec:{containers:[{name:'a'}],nodeName:'n1',readinessGates:[{conditionType:'g1'},{conditionType:'g2'}]},
                 status:{phase:'Running',podIP:'10.0.0.9',podIPs:[{ip:'10.0.0.1'},{ip:'fd00::1'}],nominatedNodeName:'n2',
                  conditions:[{type:'g1',status:'True'},{type:'g2',status:'False'}],
                  containerStatuses:[{ready:true,restartCount:0,state:{running:{}}}]}}
                """)).isEqualTo("x | 1/1 | Running | 0 | 5m | 10.0.0.1 | n1 | n2 | 1/2");
    }

    @Test
    void showsWhatIsMissingAsNone() {
        assertThat(pod("{spec:{containers:[{}]},status:{phase:'Pending'}}"))
                .isEqualTo("x | 0/1 | Pending | 0 | 5m | <none> | <none> | <none> | <none>");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                // The phase, unless something says more.
                "phase:'Running',containerStatuses:[RUNNING,RUNNING]                                        | 2/2 Running 0",
                "phase:'Running',containerStatuses:[RUNNING,{ready:false,restartCount:1,state:{running:{}}}] | 1/2 Running 1",
                "phase:'Failed',reason:'Evicted'                                                            | 0/2 Evicted 0",
                "phase:'Pending',conditions:[{type:'PodScheduled',status:'False',reason:'SchedulingGated'}] | 0/2 SchedulingGated 0",
                "phase:'Pending',conditions:[{type:'PodScheduled',status:'False',reason:'Unschedulable'}]   | 0/2 Pending 0",
                // Waiting.
                "phase:'Pending',containerStatuses:[{state:{waiting:{reason:'ContainerCreating'}}}]         | 0/2 ContainerCreating 0",
                "phase:'Running',containerStatuses:[RUNNING,{restartCount:4,state:{waiting:{reason:'CrashLoopBackOff'}}}] | 1/2 CrashLoopBackOff 4",
                "phase:'Pending',containerStatuses:[{state:{waiting:{reason:'ImagePullBackOff'}}},{state:{waiting:{reason:'ErrImagePull'}}}] | 0/2 ImagePullBackOff 0",
                "phase:'Pending',containerStatuses:[{state:{waiting:{}}}]                                   | 0/2 Pending 0",
                // Terminated.
                "phase:'Succeeded',containerStatuses:[{state:{terminated:{exitCode:0,reason:'Completed'}}}] | 0/2 Completed 0",
                "phase:'Failed',containerStatuses:[{state:{terminated:{exitCode:1,reason:'Error'}}}]        | 0/2 Error 0",
                "phase:'Failed',containerStatuses:[{state:{terminated:{exitCode:3}}}]                       | 0/2 ExitCode:3 0",
                "phase:'Failed',containerStatuses:[{state:{terminated:{exitCode:137,signal:9}}}]            | 0/2 Signal:9 0",
                "phase:'Running',conditions:[{type:'Ready',status:'True'}],containerStatuses:[{state:{terminated:{exitCode:0,reason:'Completed'}}},RUNNING] | 1/2 Running 0",
                "phase:'Running',containerStatuses:[{state:{terminated:{exitCode:0,reason:'Completed'}}},RUNNING] | 1/2 NotReady 0",
                "phase:'Running',containerStatuses:[{state:{terminated:{exitCode:0,reason:'Completed'}}},{state:{terminated:{exitCode:2,reason:'Error'}}}] | 0/2 Error 0",
                "phase:'Failed',containerStatuses:[{state:{terminated:{exitCode:1,reason:'OOMKilled'}}},{state:{terminated:{exitCode:0,reason:'Completed'}}}] | 0/2 OOMKilled 0",
            })
    void tellsWhatAPodIsDoing(String status, String expected) {
        assertThat(summary(status, "").replace(" | ", " ")).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "phase:'Running',containerStatuses:[RUNNING]  | 1/2 Terminating 0",
                "phase:'Pending'                              | 0/2 Terminating 0",
                "phase:'Running',reason:'NodeLost'            | 0/2 Unknown 0",
                "phase:'Succeeded',containerStatuses:[{state:{terminated:{exitCode:0,reason:'Completed'}}}] | 0/2 Completed 0",
                "phase:'Failed',reason:'Evicted'              | 0/2 Evicted 0",
            })
    void tellsThatAPodIsGoingAway(String status, String expected) {
        assertThat(summary(status, "deletionTimestamp:'2026-01-10T00:00:00Z'").replace(" | ", " "))
                .isEqualTo(expected);
    }

    @Test
    void tellsWhenTheLastRestartWas() {
        assertThat(summary(
                        "phase:'Running',containerStatuses:[{ready:true,restartCount:2,state:{running:{}},"
                                + "lastState:{terminated:{finishedAt:'%s'}}},{ready:true,restartCount:1,state:{running:{}},lastState:{terminated:{finishedAt:'%s'}}}]"
                                        .formatted(ago(7200), ago(300)),
                        ""))
                .isEqualTo("2/2 | Running | 3 (5m ago)");
        assertThat(summary(
                        "phase:'Running',containerStatuses:[{restartCount:0,state:{running:{}},lastState:{terminated:{finishedAt:'%s'}}}]"
                                .formatted(ago(9)),
                        ""))
                .isEqualTo("0/2 | Running | 0");
    }

    private static String init(String specs, String statuses, String more) {
        String cells = pod(
                "{spec:{containers:[{name:'a'}],initContainers:[%s]},status:{phase:'Pending',initContainerStatuses:[%s]%s}}"
                        .formatted(specs, statuses, more));
        return cells.substring("x | ".length(), cells.indexOf(" | 5m |")).replace(" | ", " ");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{state:{running:{}}},{state:{waiting:{reason:'PodInitializing'}}}                 | 0/1 Init:0/2 0",
                "{restartCount:3,state:{running:{}}}                                               | 0/1 Init:0/2 3",
                "{state:{terminated:{exitCode:0}}},{restartCount:1,state:{running:{}}}             | 0/1 Init:1/2 1",
                "{state:{waiting:{reason:'CrashLoopBackOff'}}}                                     | 0/1 Init:CrashLoopBackOff 0",
                "{state:{terminated:{exitCode:1,reason:'Error'}}}                                  | 0/1 Init:Error 0",
                "{state:{terminated:{exitCode:7}}}                                                 | 0/1 Init:ExitCode:7 0",
                "{state:{terminated:{exitCode:7,signal:15}}}                                       | 0/1 Init:Signal:15 0",
                "{restartCount:2,state:{terminated:{exitCode:0}}},{state:{terminated:{exitCode:0}}} | 0/1 Pending 0",
            })
    void tellsHowFarInitializationIs(String statuses, String expected) {
        assertThat(init("{name:'i'},{name:'j'}", statuses, "")).isEqualTo(expected);
    }

    @Test
    void countsSidecars() {
        String sidecar = "{name:'s',restartPolicy:'Always'},{name:'i'}";
        String started = "{name:'s',started:true,ready:true,restartCount:2,state:{running:{}}}";
        assertThat(init(sidecar, started + ",{name:'i',restartCount:1,state:{running:{}}}", ""))
                .isEqualTo("1/2 Init:1/2 3");
        assertThat(init(
                        sidecar,
                        started + ",{name:'i',restartCount:1,state:{terminated:{exitCode:0}}}",
                        ",containerStatuses:[{ready:true,restartCount:1,state:{running:{}}}]"))
                .isEqualTo("2/2 Pending 3");
        assertThat(init(sidecar, "{name:'s',started:false,state:{running:{}}}", ""))
                .isEqualTo("0/2 Init:0/2 0");
        assertThat(init(
                        sidecar,
                        "{name:'s',started:true,ready:false,state:{running:{}}},{name:'i',state:{terminated:{exitCode:0}}}",
                        ""))
                .isEqualTo("0/2 Pending 0");
    }

    @Test
    void onceInitializedTheContainersCountWhateverTheInitContainersDo() {
        assertThat(
                        init(
                                "{name:'i'}",
                                "{name:'i',restartCount:9,state:{running:{}}}",
                                ",conditions:[{type:'Initialized',status:'True'}],containerStatuses:[{ready:true,restartCount:1,state:{running:{}}}]"))
                .isEqualTo("1/1 Init:0/1 1");
    }
}
