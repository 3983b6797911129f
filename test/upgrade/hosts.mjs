import { startHost } from './start-host.mjs';

/** The processes behind the balancer. Each has a place with its own port. */
export function createHosts({ versions, balancer, env, ports }) {
  const running = [];
  let problems = [];
  return {
    /** From now on, problems of the processes are added to this list. */
    reportTo(list) {
      problems = list;
    },
    /** Stops the process at a place and starts one of this version, unless it has this version already. */
    async replace(place, version) {
      if (running[place]?.version === version) return;
      if (running[place]) await balancer.drain(place);
      await running[place]?.host.stop();
      const onProblem = (text) => problems.push(`the ${version} version: ${text.slice(0, 300)}`);
      const host = startHost(versions[version], { port: ports[place], env, onProblem });
      running[place] = { version, host };
      await host.ready;
      balancer.set(place, { version, port: ports[place] });
    },
    async stop() {
      for (const { host } of running) await host.stop();
    },
    /** Ends what still runs, after a failure. */
    kill() {
      for (const { host } of running) host.kill();
    },
  };
}
