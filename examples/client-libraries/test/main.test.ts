import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort } from '@org/identity-example-server/test/server-process';
import test from 'ava';

const main = fileURLToPath(new URL('../src/main.js', import.meta.url));
const folder = fileURLToPath(new URL('../src', import.meta.url));

test('without a name the program lists every recipe that is a server', async (t) => {
  const failed = await t.throwsAsync<Error & { code: number; stderr: string }>(
    promisify(execFile)(process.execPath, [main]),
  );
  t.is(failed?.code, 1);
  const servers = readdirSync(folder)
    .filter((file) => file.endsWith('.js'))
    .map((file) => file.slice(0, -'.js'.length))
    .filter((name) => !['main', 'settings', 'oidc-client-ts', 'openid-client-strategy'].includes(name));
  t.deepEqual(failed?.stderr.trim().split(': ')[1]?.split(', ').sort(), servers.sort());
});

test('with a name the program starts that recipe as the demo client', async (t) => {
  const env = { ...process.env, PORT: String(await freePort()), ISSUER: 'http://localhost:3000' };
  const child = spawn(process.execPath, [main, 'simple-oauth2'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    await once(child.stdout, 'data');
    const response = await fetch(`http://localhost:${env.PORT}/sign-in`, { redirect: 'manual' });
    const location = new URL(response.headers.get('location') ?? '');
    t.is(location.origin, env.ISSUER);
    t.is(location.searchParams.get('client_id'), 'demo-web');
    t.is(location.searchParams.get('redirect_uri'), `http://localhost:${env.PORT}/callback`);
  } finally {
    child.kill();
  }
});
