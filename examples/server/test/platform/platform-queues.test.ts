import { randomUUID } from 'node:crypto';
import { until } from '@org/identity-testing/until';
import test from 'ava';
import { random } from '../support/licensing-api.js';
import { addSuperAdmin, lastEvent, type SuperAdmin } from '../support/platform-api.js';
import { freshTenant, send, tokenOf } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
let admin: SuperAdmin;
let down = true;
const sent: string[] = [];
test.before(async () => {
  const mail = {
    send: async ({ to }: { to: string }) => {
      if (down) throw new Error('421 try again later');
      sent.push(to);
    },
  };
  server = await startTestServer({ mail });
  admin = await addSuperAdmin(server);
});
test.after.always(() => server?.stop());

const base = '/api/platform/queues';
const call = (method: string, path: string) => send(server.issuer, method, `${base}${path}`, admin.token);

interface Entry {
  id: string;
  kind: string;
  recipient: string;
  status: string;
  attempts: number;
  lastError: string | null;
  nextAttemptAt: string | null;
}
const entriesOf = async () => (await call('GET', '/mail/entries?limit=100')).body['entries'] as Entry[];

test.serial(
  'a mail that cannot be sent waits, is listed without its content, and goes out when it is retried',
  async (t) => {
    const tenant = await freshTenant(server);
    const token = await tokenOf(server.issuer, tenant.owner.email, tenant.slug);
    const email = `q${randomUUID()}@people.test`;
    await send(server.issuer, 'POST', `/api/tenants/${tenant.id}/invitations`, token, { email, role: 'member' });
    const waiting = await until(async () =>
      (await entriesOf()).find(({ kind, lastError }) => kind === 'invitation' && lastError),
    );
    t.like(waiting, { recipient: 'q…@people.test', status: 'WAITING', attempts: 1, lastError: '421 try again later' });
    t.false(JSON.stringify(await entriesOf()).includes(email));
    const { body } = await call('GET', '');
    const [mail, notices] = body['queues'] as { name: string; waiting: number; oldest: string | null }[];
    t.true((mail?.waiting ?? 0) >= 1);
    t.truthy(mail?.oldest);
    t.like(notices, { name: 'logout-notices', failed: 0 });

    down = false;
    t.is((await call('POST', `/mail/entries/${waiting.id}/retry`)).status, 200);
    await until(async () => sent.includes(email));
    t.like(await lastEvent(server, 'queue_entry.retried', waiting.id), {
      actorId: admin.userId,
      data: { queue: 'mail' },
    });
    await until(async () => (await call('POST', `/mail/entries/${waiting.id}/retry`)).status === 404);
  },
);

test.serial('a mail that was given up is tried again, and one that is being sent is left alone', async (t) => {
  const { db } = server.identity;
  const later = new Date(Date.now() + 3_600_000);
  const data = { encryptedMessage: new Uint8Array(), kind: 'test', attempts: 20, dueAt: later };
  const failed = await db.outgoingMail.create({ data: { ...data, lastError: 'no', failedAt: new Date() } });
  const inFlight = await db.outgoingMail.create({ data: { ...data, attempts: 1 } });
  const listed = (await entriesOf())[0];
  t.like(listed, { id: failed.id, status: 'FAILED', nextAttemptAt: null, recipient: null });
  t.like((await call('POST', `/mail/entries/${failed.id}/retry`)).body, { status: 'WAITING' });
  t.is((await call('POST', `/mail/entries/${inFlight.id}/retry`)).status, 200);
  const { dueAt } = await db.outgoingMail.findUniqueOrThrow({ where: { id: inFlight.id } });
  t.is(dueAt.getTime(), later.getTime());
});

test.serial('a logout notice is listed by its client, and can be retried', async (t) => {
  const { db } = server.identity;
  const later = new Date(Date.now() + 3_600_000);
  const { id } = await db.logoutNotice.create({
    data: {
      clientId: 'demo-web',
      accountId: admin.userId,
      sid: 'a-sid',
      attempts: 2,
      lastError: 'refused',
      dueAt: later,
    },
  });
  const entries = (await call('GET', '/logout-notices/entries')).body['entries'] as Entry[];
  t.like(
    entries.find((entry) => entry.id === id),
    { kind: 'logout', clientId: 'demo-web', attempts: 2, lastError: 'refused' },
  );
  t.false(JSON.stringify(entries).includes('a-sid'));
  const { status, body } = await call('POST', `/logout-notices/entries/${id}/retry`);
  t.is(status, 200);
  t.true(new Date(String(body['nextAttemptAt'])).getTime() < later.getTime());
});

test.serial('an unknown queue or entry is 404', async (t) => {
  t.is((await call('GET', '/letters/entries')).status, 404);
  for (const path of [`/mail/entries/${random}/retry`, '/mail/entries/none/retry', `/letters/entries/${random}/retry`])
    t.like(await call('POST', path), { status: 404, body: { error: 'NOT_FOUND' } });
  for (const query of ['?limit=0', '?page=0', '?more=1'])
    t.is((await call('GET', `/mail/entries${query}`)).status, 422);
});
