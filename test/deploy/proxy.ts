import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { Agent, type RequestOptions, request } from 'node:https';
import { join } from 'node:path';
import { root, succeed } from './container-tools.js';

export interface Reply {
  status: number;
  headers: IncomingMessage['headers'];
  body: string;
}

/** Starts HAProxy with the file of deploy/compose, and a certificate for `localhost` that it signs itself. */
export async function startProxy(folder: string, port: number, servers: readonly number[]) {
  const [key, certificate, both] = ['key.pem', 'certificate.pem', 'tls.pem'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  await succeed('openssl', [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    ...subject,
    '-keyout',
    key,
    '-out',
    certificate,
  ]);
  await succeed('sh', ['-c', `cat "${certificate}" "${key}" > "${both}"`]);
  const [first, second] = servers;
  const child = spawn('haproxy', ['-db', '-f', join(root, 'deploy/compose/haproxy.cfg')], {
    env: {
      PATH: `${process.env['PATH']}:/usr/sbin`,
      LISTEN: `127.0.0.1:${port}`,
      TLS_FILE: both,
      SERVER_1: `127.0.0.1:${first}`,
      SERVER_2: `127.0.0.1:${second}`,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (log += chunk.toString()));
  const ended = once(child, 'exit');
  const agent = new Agent({ ca: readFileSync(certificate), keepAlive: true });
  return {
    log: () => log,
    get: (path: string, options: RequestOptions = {}) => get(`https://localhost:${port}${path}`, { agent, ...options }),
    async stop() {
      agent.destroy();
      child.kill('SIGKILL');
      await ended;
    },
  };
}

async function get(url: string, options: RequestOptions): Promise<Reply> {
  const sent = request(url, { ...options, lookup: undefined, family: 4 });
  sent.end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  let body = '';
  for await (const chunk of response.setEncoding('utf8')) body += chunk;
  return { status: response.statusCode ?? 0, headers: response.headers, body };
}
