import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const execute = promisify(execFile);
const ip = (...args) => execute('ip', args);
const inside = (space, ...args) => execute('ip', ['netns', 'exec', space, ...args]);

export const nodeNames = ['node1', 'node2', 'node3'];
export const network = '10.77.0.0/24';
export const hubIp = '10.77.0.1';
export const ipOf = (node) => `10.77.0.${10 + nodeNames.indexOf(node) + 1}`;

/** The names of the network namespaces of a run: one for each node, and a hub with the bridge between them. */
export function spacesOf(run) {
  return {
    hub: `${run}-hub`,
    of: (node) => `${run}-${node}`,
    all: [`${run}-hub`, ...nodeNames.map((node) => `${run}-${node}`)],
  };
}

/** Makes the namespaces and connects each node to the bridge. Nothing leads out of them. */
export async function makeNetwork(run) {
  const { hub, of } = spacesOf(run);
  await ip('netns', 'add', hub);
  await inside(hub, 'ip', 'link', 'set', 'lo', 'up');
  await inside(hub, 'ip', 'link', 'add', 'bridge0', 'type', 'bridge');
  await inside(hub, 'ip', 'address', 'add', `${hubIp}/24`, 'dev', 'bridge0');
  await inside(hub, 'ip', 'link', 'set', 'bridge0', 'up');
  for (const node of nodeNames) {
    const space = of(node);
    await ip('netns', 'add', space);
    await ip('-n', hub, 'link', 'add', node, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', space);
    await ip('-n', hub, 'link', 'set', node, 'master', 'bridge0', 'up');
    await ip('-n', space, 'address', 'add', `${ipOf(node)}/24`, 'dev', 'eth0');
    await ip('-n', space, 'link', 'set', 'lo', 'up');
    await ip('-n', space, 'link', 'set', 'eth0', 'up');
  }
}

/** Kills every process in the namespaces of a run, and removes the namespaces. */
export async function removeNetwork(run) {
  for (const space of spacesOf(run).all) {
    const { stdout } = await ip('netns', 'pids', space).catch(() => ({ stdout: '' }));
    for (const pid of stdout.split('\n').filter(Boolean).map(Number)) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It has ended meanwhile.
      }
    }
    await ip('netns', 'delete', space).catch(() => undefined);
  }
}

/** Drops every packet from and to a node, without telling either side. */
export async function cutOff(run, node) {
  await ip('-n', spacesOf(run).hub, 'link', 'set', node, 'nomaster');
}

/** Drops the packets between a node and the other nodes. HAProxy and the servers still reach it. */
export async function cutFromPeers(run, node) {
  for (const peer of nodeNames.filter((name) => name !== node)) {
    await ip('-n', spacesOf(run).of(node), 'route', 'add', 'blackhole', ipOf(peer));
  }
}

/** Undoes both cuts. */
export async function reconnect(run, node) {
  await ip('-n', spacesOf(run).hub, 'link', 'set', node, 'master', 'bridge0');
  for (const peer of nodeNames.filter((name) => name !== node)) {
    await ip('-n', spacesOf(run).of(node), 'route', 'del', 'blackhole', ipOf(peer)).catch(() => undefined);
  }
}
