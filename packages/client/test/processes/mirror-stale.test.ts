import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { withClient } from '@org/identity-example-server/test/with-client';
import test, { type ExecutionContext } from 'ava';
import { IdentityClientError } from '../../src/index.js';
import { startGate } from '../support/gate.js';
import {
  crm,
  mirroredTenant,
  mirrorMachine,
  mirrorOf,
  reasonOf,
  type Server,
  startServer,
  untilReason,
} from '../support/mirror-scene.js';

let server: Server;
test.before(async () => {
  server = await startServer();
});
test.after.always(() => server?.stop());

async function gated(t: ExecutionContext, options: Parameters<typeof mirrorOf>[3] = {}) {
  const gate = await startGate(server.issuer);
  t.teardown(() => gate.stop());
  const requests: string[] = [];
  const watched: typeof fetch = (input, init) => {
    requests.push(new URL(String(input)).pathname.split('/').at(-1) ?? '');
    return fetch(input, init);
  };
  const scene = await mirroredTenant(t, server, {
    issuer: gate.issuer,
    maxStaleSeconds: 2,
    fetch: watched,
    ...options,
  });
  const userId = scene.members[0]?.userId ?? '';
  // On a busy computer it may be too old now and then.
  await untilReason(scene.mirror, { userId, reason: 'LICENSED' });
  return { ...scene, gate, userId, requests };
}

test('a connection that holds bytes back gives no outdated answer, also when they come later', async (t) => {
  const { gate, mirror, userId, revoke } = await gated(t);
  gate.hold();
  await revoke(userId);
  await untilReason(mirror, { userId, reason: 'STALE' });
  t.true(mirror.age() > 2);
  gate.release();
  t.deepEqual(await untilReason(mirror, { userId, reason: 'NO_SEAT' }), ['STALE', 'NO_SEAT']);
});

test('a proxy that delays everything from the beginning never looks fresh', async (t) => {
  const gate = await startGate(server.issuer);
  t.teardown(() => gate.stop());
  const { machine, members } = await mirroredTenant(t, server);
  gate.delay(2_500);
  const mirror = mirrorOf(t, gate, machine, { maxStaleSeconds: 2, timeoutMilliseconds: 20_000 });
  await mirror.ready();
  const userId = members[0]?.userId ?? '';
  t.is(reasonOf(mirror, userId), 'STALE');
  const patient = mirrorOf(t, gate, machine, { maxStaleSeconds: 60, timeoutMilliseconds: 20_000 });
  await patient.ready();
  t.is(reasonOf(patient, userId), 'LICENSED');
  t.true(patient.age() > 2.5);
});

test('a server that is cut off: refused, asked for in vain, and followed on from the last event', async (t) => {
  const { gate, mirror, userId, revoke, requests } = await gated(t);
  gate.cut();
  await revoke(userId);
  await untilReason(mirror, { userId, reason: 'STALE' });
  const error = await t.throwsAsync(mirror.checkOrAsk({ userId }), { instanceOf: IdentityClientError });
  t.is(error?.code, 'UNREACHABLE');
  gate.open();
  t.deepEqual(await untilReason(mirror, { userId, reason: 'NO_SEAT' }), ['STALE', 'NO_SEAT']);
  t.is(requests.filter((name) => name === 'snapshot').length, 1, 'no new snapshot was needed');
});

test('while only the stream is broken, a mirror can ask the service', async (t) => {
  const cut = new AbortController();
  const withoutStream: typeof fetch = (input, init) =>
    String(input).includes('/events/stream')
      ? fetch(input, { ...init, signal: AbortSignal.any([cut.signal, ...(init?.signal ? [init.signal] : [])]) })
      : fetch(input, init);
  const errors: unknown[] = [];
  const { mirror, userId, revoke, member, grant } = await gated(t, {
    fetch: withoutStream,
    whenStale: 'ask',
    onError: (error) => errors.push(error),
  });
  cut.abort();
  await untilReason(mirror, { userId, reason: 'STALE' });
  t.like(await mirror.checkOrAsk({ userId }), { hasLicense: true, licenseType: 'pro' });
  const other = await member();
  await grant(other.userId);
  t.is((await mirror.checkOrAsk({ userId: other.userId })).reason, 'LICENSED');
  await revoke(other.userId);
  t.is(mirror.whenStale, 'ask');
  t.true(errors.length > 0);
});

// Serial: it stops all tests of this file.
test.serial('a process that was stopped does not answer from the time before', async (t) => {
  const { mirror, userId, revoke } = await gated(t);
  await revoke(userId);
  // Nothing of this process runs meanwhile: neither timers nor the connection.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_500);
  t.is(reasonOf(mirror, userId), 'STALE');
  t.deepEqual(await untilReason(mirror, { userId, reason: 'NO_SEAT' }), ['STALE', 'NO_SEAT']);
});

test('if the last event is gone, a new snapshot is loaded', async (t) => {
  const { gate, mirror, userId, revoke, member, grant, tenant, requests } = await gated(t);
  const other = await member();
  gate.cut();
  await revoke(userId);
  await grant(other.userId);
  await withClient(server.databaseUrl, async (client) => {
    await client.query('SET session_replication_role = replica');
    await client.query('DELETE FROM identity.events WHERE tenant_id = $1', [tenant.id]);
  });
  gate.open();
  await untilReason(mirror, { userId, reason: 'NO_SEAT' });
  await untilReason(mirror, { userId: other.userId, reason: 'LICENSED' });
  t.is(requests.filter((name) => name === 'snapshot').length, 2);
  await revoke(other.userId);
  await untilReason(mirror, { userId: other.userId, reason: 'NO_SEAT' });
});

test('a copy is replaced from time to time by a new one, which has what no event tells', async (t) => {
  const { mirror, tenant, members } = await mirroredTenant(t, server, { times: { refresh: 300 } });
  const userId = members[0]?.userId ?? '';
  await server.identity.db.seat.deleteMany({ where: { tenantId: tenant.id } });
  t.deepEqual(await untilReason(mirror, { userId, reason: 'NO_SEAT' }), ['LICENSED', 'NO_SEAT']);
});

test('ready rejects if the service refuses the mirror', async (t) => {
  const { machine } = await mirroredTenant(t, server);
  const codeOf = async (mirror: ReturnType<typeof mirrorOf>) =>
    (await t.throwsAsync(mirror.ready(), { instanceOf: IdentityClientError }))?.code;
  const wrong = { clientId: machine.clientId, clientSecret: 'wrong' };
  t.is(await codeOf(mirrorOf(t, server, wrong)), 'UNAUTHORIZED');
  const unknown = { applicationId: '01890000-0000-7000-8000-000000000000' };
  t.is(await codeOf(mirrorOf(t, server, machine, unknown)), 'INVALID_APPLICATION_ID');
  const unscoped = await mirrorMachine(server, null);
  for (const scopes of [['licenses:read'], ['events:read']]) {
    await server.identity.db.client.update({ where: { id: unscoped.clientId }, data: { scopes } });
    t.is(await codeOf(mirrorOf(t, server, unscoped)), 'FORBIDDEN', scopes.join());
  }
});

test('a closed mirror answers no more', async (t) => {
  const { mirror, members } = await mirroredTenant(t, server);
  mirror.close();
  const userId = members[0]?.userId ?? '';
  t.is(reasonOf(mirror, userId), 'STALE');
  await t.throwsAsync(mirror.checkOrAsk({ userId }), { instanceOf: IdentityClientError });
  await t.throwsAsync(mirror.ready(), { instanceOf: IdentityClientError });
});

test('a program ends when its mirror is closed, and while the service is away', async (t) => {
  const { machine } = await mirroredTenant(t, server);
  const source = new URL('../../src/index.js', import.meta.url).href;
  const options = { issuer: server.issuer, applicationId: crm, credentials: machine };
  const begin = 'const { createLicenseMirror } = await import(process.argv.at(-1));';
  const run = (program: string) =>
    promisify(execFile)(process.execPath, ['--input-type=module', '-e', `${begin}\n${program}`, source]);
  const closed = `const mirror = createLicenseMirror(${JSON.stringify(options)});
    await mirror.ready();
    console.log(mirror.size);
    mirror.close();`;
  t.is((await run(closed)).stdout.trim(), '1');
  const away = { ...options, issuer: 'http://127.0.0.1:1' };
  t.is((await run(`createLicenseMirror(${JSON.stringify(away)});`)).stderr, '');
});

test('options that make no sense are refused', (t) => {
  const options = { issuer: server.issuer, credentials: { clientId: 'a', clientSecret: 'b' } };
  for (const wrong of [
    { maxStaleSeconds: 1 },
    { maxStaleSeconds: Number.NaN },
    { applicationId: '' },
    { issuer: 'no' },
  ])
    t.throws(() => mirrorOf(t, server, options.credentials, wrong), { instanceOf: TypeError });
});
