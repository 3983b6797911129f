import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { until } from '@org/identity-testing/until';
import test from 'ava';
import {
  bcryptHash,
  ended,
  importLines,
  imports,
  newEmail,
  postImport,
  reportOf,
  streamImport,
} from '../support/import-tests.js';
import { licensedTenant, machineToken, random } from '../support/licensing-api.js';
import { addSuperAdmin, lastEvent, platformMachine } from '../support/platform-api.js';
import { addUser, freshTenant, send, tokenOf } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
let token: string;
test.before(async () => {
  server = await startTestServer();
  token = await platformMachine(server);
});
test.after.always(() => server?.stop());

const db = () => server.identity.db;
const call = (method: string, path: string, by = token, body?: unknown) => send(server.issuer, method, path, by, body);
const codeOf = ({ status, body }: Awaited<ReturnType<typeof send>>) => [status, body['error']];

/** A stream that sends some lines, and its end when the test says so. */
function openStream(lines: number) {
  let end = (): void => undefined;
  const over = new Promise<void>((resolve) => {
    end = resolve;
  });
  async function* pieces() {
    for (let line = 0; line < lines; line += 1) yield Buffer.from(`{"email":"${newEmail()}"}\n`);
    await over;
  }
  return { pieces: pieces(), end };
}

test.serial('a third import at once is refused with 409', async (t) => {
  const open = [openStream(1), openStream(1)];
  const sending = open.map(({ pieces }) => streamImport(server, token, pieces));
  await until(async () => (await db().import.count({ where: { status: 'RUNNING' } })) === 2);
  const third = await postImport(server, token, [{ email: newEmail() }]);
  t.deepEqual([third.status, third.body['error']], [409, 'IMPORT_RUNNING']);
  for (const { end } of open) end();
  for (const sent of sending) {
    const { status, id } = await sent;
    t.is(status, 202);
    t.like(await ended(server, token, id), { status: 'DONE', created: 1 });
  }
});

test.serial('an import that is canceled stops, and what was imported stays', async (t) => {
  const { pieces, end } = openStream(250);
  const sending = streamImport(server, token, pieces);
  const { id } = await until(() => db().import.findFirst({ where: { status: 'RUNNING' } }));
  const canceled = await call('DELETE', `${imports}/${id}`);
  t.is(canceled.status, 200);
  t.like(canceled.body, { id, status: 'CANCELED', created: 0 });
  end();
  t.is((await sending).status, 404);
  t.is(await db().importChunk.count({ where: { importId: id } }), 0);
  t.like(await lastEvent(server, 'import.ended', id), { actorKind: 'machine', data: { status: 'CANCELED' } });
  t.like((await call('DELETE', `${imports}/${id}`)).body, { status: 'CANCELED' });
  t.is((await reportOf(server, token, id)).text, '');
});

test.serial('an upload that breaks off has failed, and nothing of it stays', async (t) => {
  async function* broken() {
    for (let line = 0; line < 250; line += 1) yield Buffer.from(`{"email":"${newEmail()}"}\n`);
    throw new Error('The file cannot be read.');
  }
  const users = await db().user.count();
  await t.throwsAsync(streamImport(server, token, broken()));
  const { id } = await until(() => db().import.findFirst({ where: { status: 'FAILED' } }));
  t.is(await db().importChunk.count({ where: { importId: id } }), 0);
  t.is(await db().user.count(), users);
});

test.serial('the same file twice changes nothing', async (t) => {
  const tenant = await licensedTenant(server, 100);
  const people = Array.from({ length: 450 }, (_, index) => ({
    email: newEmail(),
    externalId: randomUUID(),
    emailVerified: index % 2 === 0,
    displayName: `Person ${index}`,
    password: { algorithm: 'bcrypt', hash: bcryptHash },
    ...(index % 3 === 0 ? { totpSecret: 'JBSWY3DPEHPK3PXP' } : {}),
    memberships: [
      {
        tenant: tenant.slug,
        role: index % 5 === 0 ? 'admin' : 'member',
        ...(index % 4 === 0 ? { licenses: [{ application: 'CRM', licenseType: 'pro' }] } : {}),
      },
    ],
  }));
  const rehearsed = await importLines(server, token, people, '?rehearse=true');
  t.is(await db().membership.count({ where: { tenantId: tenant.id } }), 1);
  const first = await importLines(server, token, people);
  t.like(first.counts, { created: 450, refused: 0, waiting: 13 });
  t.is(await db().seat.count({ where: { tenantId: tenant.id } }), 100);
  t.deepEqual(rehearsed.report, first.report);
  const events = await db().event.count();
  const second = await importLines(server, token, people);
  t.like(second.counts, { created: 0, changed: 0, unchanged: 450, refused: 0, waiting: 13 });
  // Its start and its end.
  t.is(await db().event.count(), events + 2);
});

test.serial('a rehearsed import leaves nothing but its own record', async (t) => {
  const tenant = await licensedTenant(server, 1);
  const { email, userId } = await addUser(server);
  const counts = () =>
    Promise.all([db().user.count(), db().membership.count(), db().seat.count(), db().outgoingMail.count()]);
  const before = await counts();
  const licenses = [{ application: 'CRM', licenseType: 'pro' }];
  const { id } = await importLines(
    server,
    token,
    [
      { email, displayName: 'Changed', disabled: true, memberships: [{ tenant: tenant.slug, licenses }] },
      { email: newEmail(), memberships: [{ tenant: tenant.slug, licenses }] },
    ],
    '?rehearse=true',
  );
  t.deepEqual(await counts(), before);
  t.like(await db().user.findUniqueOrThrow({ where: { id: userId } }), { displayName: null, disabledAt: null });
  t.is(await db().importKey.count({ where: { importId: id } }), 0);
  t.deepEqual(
    (await reportOf(server, token, id)).report.map(({ result, waiting }) => [result, waiting]),
    [
      ['changed', undefined],
      ['created', true],
    ],
  );
});

test.serial('an upload that announces more than 1 GB is refused before it is read', async (t) => {
  const upload = request(`${server.issuer}${imports}`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/x-ndjson',
      'Content-Length': String(1024 ** 3 + 1),
    },
  });
  upload.flushHeaders();
  const [response] = (await once(upload, 'response')) as [IncomingMessage];
  t.is(response.statusCode, 413);
  upload.destroy();
  t.is(await db().import.count({ where: { status: 'RUNNING' } }), 0);
});

test.serial('imports are listed, and their report is NDJSON', async (t) => {
  const { id } = await importLines(server, token, [{ email: newEmail() }]);
  const { status, body } = await call('GET', `${imports}?limit=1`);
  t.is(status, 200);
  t.like((body['imports'] as object[])[0], { id, status: 'DONE', lines: 1, created: 1 });
  const { response } = await reportOf(server, token, id);
  t.regex(response.headers.get('content-type') ?? '', /^application\/x-ndjson/u);
  for (const unknown of [random, 'nothing'])
    for (const [method, path] of [
      ['GET', ''],
      ['GET', '/report'],
      ['DELETE', ''],
    ])
      t.deepEqual(codeOf(await call(String(method), `${imports}/${unknown}${path}`)), [404, 'IMPORT_NOT_FOUND']);
});

test.serial('only super admins and machines of the platform import people', async (t) => {
  const admin = await addSuperAdmin(server);
  const tenant = await freshTenant(server);
  const { email } = tenant.owner;
  const owner = await tokenOf(server.issuer, email, tenant.slug);
  const reader = await platformMachine(server, ['platform:read']);
  const writer = await platformMachine(server, ['platform:write']);
  const ofTenant = await machineToken(server, tenant.id);
  const post = async (by: string) => (await postImport(server, by, [{ email: newEmail() }])).status;
  t.deepEqual([await post(owner), await post(reader), await post(ofTenant)], [403, 403, 403]);
  t.deepEqual([await post(admin.token), await post(writer)], [202, 202]);
  t.is((await call('GET', imports, writer)).status, 403);
  t.is((await call('GET', imports, reader)).status, 200);
  await until(async () => (await db().import.count({ where: { status: 'RUNNING' } })) === 0);
});
