import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('./wrk-requests.lua', import.meta.url));
// Only for a server that does not respond at all: on a busy machine a response may take long.
const longest = 60;

/** The installed version of wrk, if any. It leaves the cores to the server; autocannon uses one of two for itself. */
export const wrkVersion = /^wrk \S*?(\d+\.\d+\.\d+)/u.exec(spawnSync('wrk', ['--version']).stdout ?? '')?.[1];

/** Sends the requests in turn, for so many seconds; returns the number of responses and their times. */
export async function loadWithWrk(issuer, requests, { seconds, parallel }) {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  try {
    const file = join(folder, 'requests');
    await writeFile(file, requests.map((request) => `${onTheWire(issuer, request)}\0`).join(''));
    // Rarely, on a busy machine, wrk gets the signal before it listens to it; then it has measured nothing.
    let said;
    for (let tries = 0; said === undefined && tries < 5; tries += 1) {
      said = await runWrk(issuer, file, { seconds, parallel });
    }
    return outcome(JSON.parse(said), parallel);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function runWrk(issuer, file, { seconds, parallel }) {
  const how = ['--threads', '1', '--connections', parallel, '--timeout', `${longest}s`, '--duration', `${longest}s`];
  const child = spawn('wrk', [...how, '--script', script, issuer, '--', file], { stdio: ['ignore', 'ignore', 'pipe'] });
  let [said, timer] = ['', undefined];
  child.stderr.on('data', (chunk) => {
    said += chunk;
    // wrk knows only whole seconds. On a signal it ends within a tenth of a second and reports the exact time.
    if (said.startsWith('begun')) timer ??= setTimeout(() => child.kill('SIGINT'), seconds * 1000);
  });
  const [code, signal] = await once(child, 'close').finally(() => clearTimeout(timer));
  if (signal === 'SIGINT') return undefined;
  const [, json] = said.split('\n');
  if (code !== 0 || !json) throw new Error(`wrk ended with ${code}: ${said}`);
  return json;
}

function outcome({ requests, microseconds, p50, p99, refused, status, broken }, parallel) {
  return {
    requests,
    // Requests still in flight at the end cost the server as much.
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
