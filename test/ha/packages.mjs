import { spawnSync } from 'node:child_process';

const programs = {
  patroni: 'patroni',
  patronictl: 'patroni',
  etcd: 'etcd-server',
  haproxy: 'haproxy',
  ip: 'iproute2',
  setpriv: 'util-linux',
};

/** Makes sure that the programs are there. Root installs the missing ones with apt-get; others are told what to do. */
export async function requirePackages() {
  if (process.platform !== 'linux' || process.getuid() !== 0) {
    throw new Error(
      'npm run test:ha needs Linux and root: it makes network namespaces, and runs PostgreSQL as another user.',
    );
  }
  const missing = missingPackages();
  if (missing.length === 0) return;
  console.log(`Installing ${missing.join(', ')} …`);
  // Debian would start a PostgreSQL, an etcd and an HAProxy of its own.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  spawnSync('apt-get', ['update'], { env, stdio: 'ignore' });
  spawnSync('apt-get', ['install', '-y', '--no-install-recommends', ...missing], { env, stdio: 'inherit' });
  const still = missingPackages();
  if (still.length > 0) throw new Error(`Install these Debian packages first: ${still.join(', ')}.`);
}

function missingPackages() {
  const has = (command) =>
    spawnSync('sh', ['-c', `command -v ${command} || test -x /usr/sbin/${command}`]).status === 0;
  const missing = Object.entries(programs).flatMap(([command, name]) => (has(command) ? [] : [name]));
  const postgres = spawnSync('sh', ['-c', 'ls /usr/lib/postgresql/*/bin/postgres']).status === 0;
  return [...new Set([...missing, ...(postgres ? [] : ['postgresql-15'])])];
}
