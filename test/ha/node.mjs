import { execFile } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fillTemplate } from './fill-template.mjs';
import { ipOf, network, nodeNames, spacesOf } from './network.mjs';
import { familyOf, signal, startIn } from './processes.mjs';

const execute = promisify(execFile);
export const superuserPassword = 'superuser-of-this-run';

/** One machine of the cluster: etcd, Patroni and PostgreSQL in a network namespace of its own. */
export async function createNode(run, folder, name, binaryFolder) {
  const home = join(folder, name);
  const space = spacesOf(run).of(name);
  const ip = ipOf(name);
  const at = (file) => join(home, file);
  for (const path of [home, at('etcd'), at('socket')]) await mkdir(path, { mode: 0o700 });
  const cluster = nodeNames.map((node) => `${node}=http://${ipOf(node)}:2380`).join(',');
  await fillTemplate('etcd.yml', { name, ip, cluster, dataFolder: at('etcd') }, at('etcd.yml'));
  const values = {
    name,
    ip,
    network,
    binaryFolder,
    superuserPassword,
    etcdHosts: nodeNames.map((node) => `${ipOf(node)}:2379`).join(','),
    dataFolder: at('data'),
    socketFolder: at('socket'),
    pgpassFile: at('pgpass'),
    replicationPassword: 'replication-of-this-run',
    rewindPassword: 'rewind-of-this-run',
    // A container has no watchdog device.
    watchdogMode: 'off',
  };
  await fillTemplate('patroni.yml', values, at('patroni.yml'));
  await execute('chown', ['-R', 'postgres:postgres', home]);

  let patroni;
  const frozen = [];
  const postmaster = async () => {
    const text = await readFile(at('data/postmaster.pid'), 'utf8').catch(() => '');
    return Number(text.split('\n')[0]) || undefined;
  };
  const everyProcess = async () => {
    const main = await postmaster();
    const families = [...(await familyOf(patroni.child.pid)), ...(main ? await familyOf(main) : [])];
    return [...new Set(families)];
  };
  return {
    name,
    ip,
    configuration: at('patroni.yml'),
    startEtcd: () =>
      startIn(space, 'etcd', ['--config-file', at('etcd.yml')], { log: join(folder, `${name}-etcd.log`) }),
    startPatroni() {
      patroni = startIn(space, 'patroni', [at('patroni.yml')], { log: join(folder, `${name}-patroni.log`) });
    },
    /** Patroni and PostgreSQL end at once, as if the machine had lost its power. */
    async kill() {
      for (const pid of await everyProcess()) signal(pid, 'SIGKILL');
      await patroni.ended;
    },
    /** Patroni and PostgreSQL stop to run, and keep their connections. */
    async freeze() {
      for (const pid of await everyProcess()) if (signal(pid, 'SIGSTOP')) frozen.push(pid);
      // Processes that were started meanwhile.
      for (const pid of await everyProcess()) if (!frozen.includes(pid) && signal(pid, 'SIGSTOP')) frozen.push(pid);
    },
    thaw() {
      for (const pid of frozen.splice(0).reverse()) signal(pid, 'SIGCONT');
    },
  };
}
