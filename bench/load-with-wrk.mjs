import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('./wrk-requests.lua', import.meta.url));
const longest = 600;

/** Which wrk is installed, if any. It leaves the cores to whom it measures: autocannon takes one of two for itself. */
export const wrkVersion = /^wrk \S*?(\d+\.\d+\.\d+)/u.exec(spawnSync('wrk', ['--version']).stdout ?? '')?.[1];

/** Sends the requests in turn, for so many seconds, and tells how many were answered in what time. */
export async function loadWithWrk(issuer, requests, { seconds, parallel }) {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  try {
    const file = join(folder, 'requests');
    await writeFile(file, requests.map((request) => `${onTheWire(issuer, request)}\0`).join(''));
    const connections = ['--threads', '1', '--connections', parallel, '--timeout', '10s', '--duration', `${longest}s`];
    const child = spawn('wrk', [...connections, '--script', script, issuer, '--', file], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    // It knows whole seconds alone; told to stop, it ends within a tenth of a second and says how long it took.
    const timer = setTimeout(() => child.kill('SIGINT'), seconds * 1000);
    let said = '';
    child.stderr.on('data', (chunk) => {
      said += chunk;
    });
    const [code] = await once(child, 'close').finally(() => clearTimeout(timer));
    if (code !== 0 || !said.startsWith('{')) throw new Error(`wrk ended with ${code}: ${said}`);
    return outcome(JSON.parse(said), parallel);
  } finally {
    await rm(folder, { recursive: true });
  }
}

function outcome({ requests, microseconds, p50, p99, refused, status, broken }, parallel) {
  return {
    requests,
    // Those it did not wait for at the end cost the server as much.
    sent: requests + parallel,
    perSecond: (requests / microseconds) * 1e6,
    p50: p50 / 1000,
    p99: p99 / 1000,
    failed: refused + broken,
    why: refused > 0 ? `status ${status}` : 'connection',
  };
}

function onTheWire(issuer, { method = 'GET', path, headers = {}, body }) {
  const all = { host: new URL(issuer).host, ...headers };
  if (body !== undefined) all['content-length'] = Buffer.byteLength(body);
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`;
}
