import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { fillTemplate } from './fill-template.mjs';
import { ipOf, nodeNames } from './network.mjs';
import { createNode, superuserPassword } from './node.mjs';
import { start, waitFor } from './processes.mjs';

const execute = promisify(execFile);
const haproxyPort = 5000;
const rolePassword = 'role-of-this-run';

/** The URL that the server processes get: HAProxy, which leads to the primary. */
export const databaseUrl = `postgresql://identity:${rolePassword}@127.0.0.1:${haproxyPort}/identity`;

/** Starts three nodes and HAProxy, and waits until a standby replicates synchronously. */
export async function startCluster(run, folder) {
  const versions = (await readdir('/usr/lib/postgresql')).sort((one, other) => Number(other) - Number(one));
  const binaries = `/usr/lib/postgresql/${versions[0]}/bin`;
  const nodes = [];
  for (const name of nodeNames) nodes.push(await createNode(run, folder, name, binaries));
  for (const node of nodes) node.startEtcd();
  for (const node of nodes) node.startPatroni();
  const proxyFile = join(folder, 'haproxy.cfg');
  const [ip1, ip2, ip3] = nodeNames.map(ipOf);
  await fillTemplate('haproxy.cfg', { bind: `127.0.0.1:${haproxyPort}`, ip1, ip2, ip3 }, proxyFile);
  start('haproxy', ['-f', proxyFile, '-db'], { log: join(folder, 'haproxy.log') });
  const cluster = {
    nodes,
    leader: (except) => leaderOf(nodes, except),
    untilHealthy: () => waitFor('a leader, a synchronous standby and a third node', () => isHealthy(nodes), 180_000),
    switchover: (from, to) => switchover(nodes, from, to),
    onLeader: (work, database) => onLeader(nodes, work, database),
  };
  await cluster.untilHealthy();
  await cluster.onLeader(async (client) => {
    await client.query(`CREATE ROLE identity LOGIN PASSWORD '${rolePassword}'`);
    await client.query('CREATE DATABASE identity OWNER identity');
  }, 'postgres');
  return cluster;
}

/** What Patroni knows of all members. Any node can report it. */
async function members(nodes) {
  for (const { ip } of nodes) {
    const response = await fetch(`http://${ip}:8008/cluster`, { signal: AbortSignal.timeout(1_000) }).catch(
      () => undefined,
    );
    const body = await response?.json().catch(() => undefined);
    if (body?.members) return body.members;
  }
  return [];
}

const isLeader = ({ role }) => role === 'leader' || role === 'master' || role === 'primary';

/** The node that has the leader lock and runs as primary. With `except`, another node than this one, which is not asked. */
async function leaderOf(nodes, except) {
  const others = nodes.filter((node) => node !== except);
  return waitFor('a leader', async () => {
    const found = (await members(others)).find((member) => isLeader(member) && member.state === 'running');
    return others.find((node) => node.name === found?.name);
  });
}

/** Every node follows the leader on its timeline, without a lag, and one of them confirms each commit. */
async function isHealthy(nodes) {
  const all = await members(nodes);
  const leader = all.find(isLeader);
  const follows = ({ state, timeline, lag }) =>
    (state === 'running' || state === 'streaming') && timeline === leader.timeline && lag < 1_000_000;
  const standbys = all.filter((member) => member !== leader);
  const synchronous = standbys.some(({ role }) => role === 'sync_standby');
  return leader?.state === 'running' && standbys.length === nodes.length - 1 && standbys.every(follows) && synchronous;
}

async function switchover(nodes, from, to) {
  const args = ['-c', nodes[0].configuration, 'switchover', '--force', '--master', from, '--candidate', to];
  await execute('patronictl', args, { timeout: 60_000, env: { ...process.env, LC_ALL: 'C.UTF-8' } });
}

/** The standby that may take over without a loss. */
export async function synchronousStandby(nodes) {
  return (
    await waitFor('a synchronous standby', async () =>
      (await members(nodes)).find(({ role }) => role === 'sync_standby'),
    )
  ).name;
}

async function onLeader(nodes, work, database = 'identity') {
  const { ip } = await leaderOf(nodes);
  const client = new pg.Client({ host: ip, port: 5432, user: 'postgres', password: superuserPassword, database });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
