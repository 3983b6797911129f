import { synchronousStandby } from './cluster.mjs';
import { cutFromPeers, cutOff, reconnect } from './network.mjs';
import { pause } from './processes.mjs';

/** Each kind of failure: it happens, service comes back, and everything is repaired. */
export const failures = {
  async kill({ cluster }) {
    const leader = await cluster.leader();
    await leader.kill();
    await cluster.leader(leader);
    leader.startPatroni();
  },
  async freeze({ cluster }) {
    const leader = await cluster.leader();
    await leader.freeze();
    await cluster.leader(leader);
    // The old leader wakes up while the new one works.
    await pause(3_000);
    leader.thaw();
  },
  async cut({ run, cluster, round }) {
    const leader = await cluster.leader();
    // In every second round, HAProxy and the servers still reach the node that is cut off from the others.
    await (round % 2 === 0 ? cutOff : cutFromPeers)(run, leader.name);
    await cluster.leader(leader);
    await pause(3_000);
    await reconnect(run, leader.name);
  },
  async standby({ cluster }) {
    const name = await synchronousStandby(cluster.nodes);
    const standby = cluster.nodes.find((node) => node.name === name);
    await standby.kill();
    await pause(10_000);
    standby.startPatroni();
  },
  async switchover({ cluster }) {
    const leader = await cluster.leader();
    await cluster.switchover(leader.name, await synchronousStandby(cluster.nodes));
  },
  async server({ servers, round }) {
    const server = servers[round % servers.length];
    await server.kill();
    await pause(1_000);
    server.start();
    await server.untilReady();
  },
};
